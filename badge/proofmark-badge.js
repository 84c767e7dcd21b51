// The one script of the badge: whoever loads it can write <proofmark-badge>.

import { ProofmarkBadge } from "./element.js";

if (!customElements.get("proofmark-badge"))
  customElements.define("proofmark-badge", ProofmarkBadge);

export { ProofmarkBadge };
