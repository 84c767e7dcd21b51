// Records.

import type { Compliance, Outcome, Policy, SignalStatus } from "./words.js";

/** A value, or a placeholder for a withheld value. */
export type Maybe<T> = T | { withheld: "sha-256"; digest: string };

/** The record of one eval; see `docs/record.md`. */
export interface SignalRecord {
  "@context"?: string | [string];
  signalId: "simple-evals.math" | "simple-evals.science";
  status: SignalStatus;
  /** The end of the eval: `2026-11-20T17:00:00.000Z`. */
  fetchedAt: string;
  sources: string[];
  subject: {
    id: string;
    endpoint?: string;
    registry?: string;
    protocol?: string;
    /** The requested agent of a broker, model and tool. */
    agent?: string;
    model?: string;
    tool?: string;
  };
  data: {
    evaluator?: string;
    runId: string;
    questionId: string;
    choiceOrder?: Maybe<[number, number, number, number]>;
    draw: {
      seed: Maybe<string>;
      entropy: string;
      index: number;
      variant: number;
    };
    expected: Maybe<string>;
    response?: Maybe<string>;
    outcome: Outcome;
    score: number | null;
    literal?: StoredReading;
    committed?: StoredReading;
    compliance?: Compliance;
    cause?: string;
    /**
     * The responding model or agent, as stated by the endpoint; `card` is the digest of an agent
     * card.
     */
    served?: { card?: string; fingerprint?: string; model?: string; version?: string };
    /** The digest of the session id. */
    sessionId?: string;
    terms: Terms;
    latencyMs: number;
    attempts: { startMs: number; durationMs: number; cause?: string }[];
    usage?: { inputTokens: number; outputTokens: number };
  };
  proof?: object | object[] | undefined;
}

/** The terms of a run, equal in all its records. Their digest is the plan id. */
export interface Terms {
  bank?: { id: string; root: string };
  counts: { math?: number; science?: number };
  entropySource?: string;
  method: string;
  policy: Policy;
  /** The findings of a probe: the body template and the place of the reply. */
  request?: { jsonBody?: string; replyPointer?: string };
  /** The commitment to the seed. */
  seed: string;
}

/** A reading as a record stores it. */
export interface StoredReading {
  answer: Maybe<string | null>;
  span: Maybe<[number, number] | null>;
  rule: string;
}

/**
 * Returns the id of a record, signed or not: the hex SHA-256 of its canonical form without `proof`.
 */
export function recordId(record: SignalRecord | string): string;
