// Every export of `proofmark/badge` as its users see it.

import { ProofmarkBadge } from "proofmark/badge";
import type { BadgeStrings, BadgeText, UnreadReason, VerdictDetail } from "proofmark/badge";
import type { VerifyReport } from "proofmark";

import type { Expect, Same } from "./expect.ts";

const texts: BadgeStrings = { locale: "de", dir: "ltr", verified: "geprüft" satisfies BadgeText };
ProofmarkBadge.strings = texts;

export const badge: ProofmarkBadge = document.createElement("proofmark-badge");
badge.maxAge = "7d";
badge.trust = { keys: [] };
// @ts-expect-error there is no such theme
badge.theme = "sepia";
badge.strings = { unread: { network: "nicht da" } };
// @ts-expect-error a badge sets its own verdict
badge.verdict = "verified";
document.addEventListener("proofmark-verdict", ({ detail }) => {
  const one: VerdictDetail = detail;
  void one;
});

export type Badge = [
  Expect<Same<typeof badge.report, VerifyReport | undefined>>,
  Expect<Same<VerdictDetail["report"], VerifyReport | undefined>>,
  Expect<Same<VerdictDetail["reason"], UnreadReason | undefined>>,
  Expect<Same<typeof badge.compact, boolean>>,
];
