// What the declarations of the badge promise to whoever writes TypeScript.

import { ProofmarkBadge } from "proofmark/badge";
import type { Conclusion, VerifyReport } from "proofmark";

const made: ProofmarkBadge = document.createElement("proofmark-badge");
made.src = "/runs.ndjson";
made.trust = { keys: [] };
made.maxAge = 86_400_000;
made.record = "{}";
made.compact = true;
made.strings = { locale: "de", verified: "Geprüft", unread: { network: "nicht da" } };
// @ts-expect-error what a badge has found is its own
made.verdict = "verified";
// @ts-expect-error there is no such theme
made.theme = "blue";

made.addEventListener("proofmark-verdict", ({ detail }) => {
  detail.verdict satisfies Conclusion;
  detail.report satisfies VerifyReport | undefined;
});
(await made.checked) satisfies Conclusion | "checking";
ProofmarkBadge.strings = undefined;
