/**
 * `<proofmark-badge>`: verifies a record on the visitor's machine and shows the verdict.
 *
 * ```html <script type="module" src="/badge/proofmark-badge.js"></script> <proofmark-badge
 * src="/runs.ndjson" trust="did:key:z6Mk…" subject="https://agent.example/chat"> </proofmark-badge>
 * ```
 *
 * Importing this module defines the element. `docs/badge.md` describes its attributes, parts,
 * custom properties and verdicts.
 */

import type { Conclusion, SignalRecord, VerifyReport } from "../index.d.ts";

export class ProofmarkBadge extends HTMLElement {
  /**
   * Translated texts of all badges: an object of the shape of `english` in `badge/strings.js`.
   * Missing texts stay English.
   */
  static strings: BadgeStrings | undefined;

  /** A record or a record file. Takes precedence over `src` and the element's content. */
  record: SignalRecord | SignalRecord[] | string | Uint8Array | Blob | null | undefined;
  /** The URL of a record or a record file. */
  src: string | null | undefined;
  /** The position, from 0, of a single record of a file. */
  index: string | null | undefined;
  /** The trusted key or keys: a `did:key:…`, or a trust file as an object, text or URL. */
  trust: string | object | null | undefined;
  /** The subject that the record must be about. */
  subject: string | null | undefined;
  /** The maximum age of the record: `7d`, `24h`, or milliseconds. */
  maxAge: string | number | null | undefined;
  /** `light` or `dark`. Default: the visitor's preference. */
  theme: "light" | "dark" | null | undefined;
  /** Shows a single line: the verdict and the score. */
  compact: boolean;
  /** The URL of a proofmark dashboard, for a link that checks the record there. */
  dashboard: string | null | undefined;
  /** Translated texts of this badge. */
  strings: BadgeStrings | undefined;

  /** The verdict; `checking` until it is known. */
  readonly verdict: Conclusion | "checking";
  /** The verification report; undefined until it is known, or if nothing could be read. */
  readonly report: VerifyReport | undefined;
  /**
   * The reason why nothing could be checked; undefined until it is known, or if there is a report.
   */
  readonly reason: UnreadReason | undefined;
  /**
   * Resolves to the verdict when the current check is done and shown. Starts the check if the badge
   * is out of sight.
   */
  readonly checked: Promise<Conclusion | "checking">;
}

/**
 * Texts by name, some of them grouped or with plural forms; `locale` is the language, `dir` its
 * direction.
 */
export interface BadgeStrings {
  locale?: string;
  dir?: "ltr" | "rtl";
  [name: string]: BadgeText | undefined;
}

/** A text, or texts by name; `{name}` is a placeholder. */
export type BadgeText = string | readonly string[] | { readonly [name: string]: BadgeText };

/** The stable reason why a badge has no report; also the name of its text. */
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

/** The detail of `proofmark-verdict`, which a badge fires after each check. */
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
