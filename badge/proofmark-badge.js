// Defines <proofmark-badge>.

import { ProofmarkBadge } from "./element.js";

if (!customElements.get("proofmark-badge"))
  customElements.define("proofmark-badge", ProofmarkBadge);

export { ProofmarkBadge };
