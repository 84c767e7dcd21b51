// Records.

import type { Compliance, Outcome, Policy, SignalStatus } from "./words.js";

/** A value, or the stand-in that says that it was withheld. */
export type Maybe<T> = T | { withheld: "sha-256"; digest: string };

/** The record of one eval; `docs/record.md` specifies it. */
export interface SignalRecord {
  "@context"?: string | [string];
  signalId: "simple-evals.math" | "simple-evals.science";
  status: SignalStatus;
  /** When the eval ended: `2026-11-20T17:00:00.000Z`. */
  fetchedAt: string;
  sources: string[];
  subject: {
    id: string;
    endpoint?: string;
    registry?: string;
    protocol?: string;
    /** What was asked for: a broker's agent, a model, a tool. */
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
    /** Names of whatever answered, by the endpoint's word; `card` is the digest of an agent card. */
    served?: { card?: string; fingerprint?: string; model?: string; version?: string };
    /** The digest of the id of the session. */
    sessionId?: string;
    terms: Terms;
    latencyMs: number;
    attempts: { startMs: number; durationMs: number; cause?: string }[];
    usage?: { inputTokens: number; outputTokens: number };
  };
  proof?: object | object[] | undefined;
}

/** The terms of a run, the same in all its records. Their digest is the plan id. */
export interface Terms {
  bank?: { id: string; root: string };
  counts: { math?: number; science?: number };
  entropySource?: string;
  method: string;
  policy: Policy;
  request?: unknown;
  /** The commitment to the seed. */
  seed: string;
}

/** A reading as a record stores it. */
export interface StoredReading {
  answer: Maybe<string | null>;
  span: Maybe<[number, number] | null>;
  rule: string;
}

/** The id of a record, signed or not: the hex SHA-256 of its canonical form without `proof`. */
export function recordId(record: SignalRecord | string): string;
