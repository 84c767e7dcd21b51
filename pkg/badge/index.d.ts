/**
 * `<proofmark-badge>`: verifies a record on the visitor's machine and says what came of it.
 *
 * ```html
 * <script type="module" src="/badge/proofmark-badge.js"></script>
 * <proofmark-badge src="/runs.ndjson" trust="did:key:z6Mk…" subject="https://agent.example/chat">
 * </proofmark-badge>
 * ```
 *
 * Importing this module defines the element. `docs/badge.md` describes its attributes, parts,
 * custom properties and words.
 */

import type { Conclusion, SignalRecord, VerifyReport } from "../index.d.ts";

export class ProofmarkBadge extends HTMLElement {
  /**
   * What every badge says, where that is not English: an object of the shape of `english` in
   * `badge/strings.js`. What it leaves out stays English.
   */
  static strings: BadgeStrings | undefined;

  /** A record or a record file that is at hand. It goes before `src` and what stands inside. */
  record: SignalRecord | SignalRecord[] | string | Uint8Array | Blob | null | undefined;
  /** Where the record or the record file is. */
  src: string | null | undefined;
  /** The place, from 0, of the one record that is shown out of a file. */
  index: string | null | undefined;
  /** Whom to believe: a `did:key:…`, a trust file, its text, or where it is. */
  trust: string | object | null | undefined;
  /** Whom the record must be about. */
  subject: string | null | undefined;
  /** How old the record may be: `7d`, `24h`, or milliseconds. */
  maxAge: string | number | null | undefined;
  /** `light` or `dark`, whatever the page prefers. */
  theme: "light" | "dark" | null | undefined;
  /** One low line: the word and the score. */
  compact: boolean;
  /** Texts of this badge alone. */
  strings: BadgeStrings | undefined;

  /** What may be said of the record, in one word; `checking` until that is known. */
  readonly verdict: Conclusion | "checking";
  /** What verification found; undefined until then, and where nothing could be read. */
  readonly report: VerifyReport | undefined;
  /** Why nothing could be read or checked; undefined where there is a report, and until it is known. */
  readonly reason: UnreadReason | undefined;
  /** Resolves with the verdict when the check under way is done and shown. */
  readonly checked: Promise<Conclusion | "checking">;
}

/** Texts by name, some of them grouped or counted; `locale` is the language, `dir` its direction. */
export interface BadgeStrings {
  locale?: string;
  dir?: "ltr" | "rtl";
  [name: string]: BadgeText | undefined;
}

/** A text, or texts by name; `{name}` in one is filled in. */
export type BadgeText = string | readonly string[] | { readonly [name: string]: BadgeText };

/** Why a badge has no report: the name of the text that says so, and stable. */
export type UnreadReason =
  | "noRecord"
  | "address"
  | "network"
  | "status"
  | "cut"
  | "stalled"
  | "tooLarge"
  | "trust"
  | "index"
  | "maxAge"
  | "forbidden"
  | "verifier"
  | "bank"
  | "refused";

/** The detail of `proofmark-verdict`, which a badge fires whenever a check is done. */
export interface VerdictDetail {
  verdict: Conclusion;
  report: VerifyReport | undefined;
  reason: UnreadReason | undefined;
}

declare global {
  interface HTMLElementTagNameMap {
    "proofmark-badge": ProofmarkBadge;
  }
  interface GlobalEventHandlersEventMap {
    "proofmark-verdict": CustomEvent<VerdictDetail>;
  }
}
