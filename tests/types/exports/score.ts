// Every export of `proofmark/score` as its users see it.

import { ProofmarkError } from "proofmark";
import type { SignalRecord, SignalStatus } from "proofmark";
import * as score from "proofmark/score";
import type {
  AdapterScore,
  ContributionMode,
  FieldFamily,
  LineErrorOptions,
  MergeOptions,
  PublishedConfig,
  ScoreConfig,
  ScoredSubject,
  ScoreExplanation,
  ScoreOptions,
  ScoreStreamOptions,
  Signal,
  SignalsStreamOptions,
  Snapshot,
  TrustScore,
} from "proofmark/score";

import type { Expect, Same } from "./expect.ts";

declare const record: SignalRecord;

export const start: Promise<void> = score.ready("score.wasm");
export const failure: ProofmarkError = new score.ProofmarkError("a.b", "c");

const config: ScoreConfig = { trustScoreConfigVersion: 1, adapters: [] };
const snapshot: Snapshot = { subject: { id: "urn:a" }, signals: [record satisfies Signal] };
const when: ScoreOptions = { updatedAt: "2026-11-20T17:00:00Z" };
const scored = score.computeTrustScore(config, snapshot, when);
const why = score.explainTrustScore("{}", snapshot);
// @ts-expect-error a snapshot needs a subject
score.computeTrustScore(config, {});

const strict: LineErrorOptions = { strict: true };
export const scores: AsyncGenerator<Uint8Array, { subjects: number; errors: number }, void> =
  score.scoreStream(["{}"], { config, ...strict } satisfies ScoreStreamOptions);
// @ts-expect-error a configuration is needed
score.scoreStream([], {});
export const signals: AsyncGenerator<Uint8Array, { lines: number; errors: number }, void> =
  score.signalsStream(["{}"], { task: "merge", records: [] } satisfies SignalsStreamOptions);

const published = score.checkScoreConfig(config, [{ version: 1, digest: "" }]);
const imported = score.importFields({});
const merge: MergeOptions = { fields: "a2a" satisfies FieldFamily, keep: 2 };
const merged = score.mergeSnapshot(snapshot, [record], merge);
// @ts-expect-error a record names its subject
score.mergeSnapshot(snapshot, imported.records);
export const given = score.mergeSnapshot(
  snapshot,
  imported.records.map((one) => ({ ...one, subject: snapshot.subject })),
);
const fields = score.mergeFields({}, record, { fields: "nanda" });
// @ts-expect-error there is no such family of fields
score.exportFields(record, "erc");

export type Scores = [
  Expect<Same<typeof scored, TrustScore>>,
  Expect<Same<TrustScore["breakdown"]["adapters"], AdapterScore[]>>,
  Expect<Same<TrustScore["subject"], ScoredSubject>>,
  Expect<Same<AdapterScore["contributionMode"], ContributionMode>>,
  Expect<Same<typeof why, ScoreExplanation>>,
  Expect<Same<typeof published, PublishedConfig>>,
  Expect<Same<(typeof imported)["records"], Signal[]>>,
  Expect<Same<typeof merged, Snapshot>>,
  Expect<Same<typeof fields, { additional: Record<string, unknown>; replaced: boolean }>>,
  Expect<Same<ReturnType<typeof score.exportFields>, Record<string, unknown>>>,
  Expect<Same<Signal["status"], SignalStatus>>,
];
