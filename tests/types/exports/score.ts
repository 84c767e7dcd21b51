// Every export of `proofmark/score` as its users see it.

import { ProofmarkError } from "proofmark";
import type { SignalRecord, SignalStatus } from "proofmark";
import * as score from "proofmark/score";

import type { Expect, Same } from "./expect.ts";

declare const record: SignalRecord;

export const start: Promise<void> = score.ready("score.wasm");
export const failure: ProofmarkError = new score.ProofmarkError("a.b", "c");

const config: score.ScoreConfig = { trustScoreConfigVersion: 1, adapters: [] };
const snapshot: score.Snapshot = {
  subject: { id: "urn:a" },
  signals: [record satisfies score.Signal],
};
const when: score.ScoreOptions = { updatedAt: "2026-11-20T17:00:00Z" };
const scored = score.computeTrustScore(config, snapshot, when);
const why = score.explainTrustScore("{}", snapshot);
export const range: [low: number, high: number] = score.shareInterval(4, 5);
// @ts-expect-error a snapshot needs a subject
score.computeTrustScore(config, {});

const strict: score.LineErrorOptions = { strict: true };
export const scores: AsyncGenerator<Uint8Array, { subjects: number; errors: number }, void> =
  score.scoreStream(["{}"], { config, ...strict } satisfies score.ScoreStreamOptions);
// @ts-expect-error a configuration is needed
score.scoreStream([], {});
export const verified: Promise<score.ScoresReport> = score.verifyScores("", {
  config,
  records: ["{}"],
} satisfies score.VerifyScoresOptions);
export const envelope: score.Envelope = score.signEnvelope("text/plain", "", "key");
export const signals: AsyncGenerator<Uint8Array, { lines: number; errors: number }, void> =
  score.signalsStream(["{}"], { task: "merge", records: [] } satisfies score.SignalsStreamOptions);

const published = score.checkScoreConfig(config, [{ version: 1, digest: "" }]);
const imported = score.importFields({});
const merge: score.MergeOptions = { fields: "a2a" satisfies score.FieldFamily, keep: 2 };
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
  Expect<Same<typeof scored, score.TrustScore>>,
  Expect<Same<score.TrustScore["breakdown"]["adapters"], score.AdapterScore[]>>,
  Expect<Same<score.TrustScore["subject"], score.ScoredSubject>>,
  Expect<Same<score.AdapterScore["components"][number]["steps"], score.ScoreStep[] | undefined>>,
  Expect<Same<score.AdapterScore["contributionMode"], score.ContributionMode>>,
  Expect<Same<typeof why, score.ScoreExplanation>>,
  Expect<Same<typeof published, score.PublishedConfig>>,
  Expect<Same<(typeof imported)["records"], score.Signal[]>>,
  Expect<Same<typeof merged, score.Snapshot>>,
  Expect<Same<typeof fields, { additional: Record<string, unknown>; replaced: boolean }>>,
  Expect<Same<ReturnType<typeof score.exportFields>, Record<string, unknown>>>,
  Expect<Same<score.Signal["status"], SignalStatus>>,
];
