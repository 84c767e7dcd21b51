// Every export of `proofmark` as its users see it.

import * as proofmark from "proofmark";
import type {
  Admit,
  AgentOptions,
  Answer,
  AnyTarget,
  Appended,
  Ask,
  BankSurvey,
  Bot,
  Checkpoint,
  Chunks,
  Readable,
  Compliance,
  Conclusion,
  Consistency,
  DrawnQuestion,
  EvaluateAllOptions,
  EvaluateOptions,
  EvaluateOwnOptions,
  EvaluateWith,
  Evidence,
  Extent,
  Family,
  FileStatus,
  FirstContact,
  FoundOptions,
  GenerateOptions,
  GradeResult,
  GradeRow,
  GradeStreamOptions,
  Letter,
  LineError,
  Log,
  Maybe,
  Outcome,
  OwnTarget,
  PlanUsed,
  Policy,
  ProbeOptions,
  ProbeResult,
  Protocol,
  ReadingResult,
  RunEvent,
  RunOptions,
  RunIds,
  RunResult,
  Scores,
  SealOptions,
  SignalRecord,
  Shown,
  SignalStatus,
  Step,
  StoredReading,
  Target,
  VerifyFailure,
  VerifyOptions,
  VerifyReport,
  VerifyStreamOptions,
  Terms,
  WasmSource,
  ReadTiles,
  Tile,
} from "proofmark";

import type { Expect, Same } from "./expect.ts";

declare const record: SignalRecord;
declare const bytes: Uint8Array;

// Starting.
export const starts: Promise<void>[] = [
  proofmark.ready(),
  proofmark.ready(bytes as BufferSource),
  proofmark.ready(fetch("core.wasm")),
  proofmark.ready(new URL("https://a.example/core.wasm")),
  proofmark.ready("core.wasm" satisfies WasmSource),
  proofmark.ready(new WebAssembly.Module(bytes as BufferSource)),
];
export const failure: Error & { readonly code: string } = new proofmark.ProofmarkError("a.b", "c", {
  cause: null,
});
// An option that is undefined is not given.
const bare = { signal: undefined, seed: undefined, headers: undefined, onEvent: undefined };
export const open = () => [
  proofmark.evaluate({ endpoint: "https://a.example", ...bare }),
  proofmark.evaluateAll([], { signal: undefined, perOrigin: undefined }),
  proofmark.verifyStream([], { signal: undefined, worker: undefined }),
  proofmark.generate({ seed: "a", family: undefined }),
  proofmark.recordId({ ...record, proof: undefined }),
];
// @ts-expect-error the code stays
new proofmark.ProofmarkError("a.b", "c").code = "d";

// Questions.
const questions: DrawnQuestion[] = proofmark.generate({
  seed: proofmark.freshSeed(),
  family: "science" satisfies Family,
} satisfies GenerateOptions);
// @ts-expect-error a seed is needed
proofmark.generate({});
const [bot] = proofmark.selftest({ count: 3 });
export const names: string[] = [proofmark.version(), proofmark.commitment("s")];
export const ids: RunIds = proofmark.runIds({ endpoint: "https://agent.example/", seed: "s" });
export type Questions = [
  Expect<Same<(typeof questions)[number]["family"], Family>>,
  Expect<Same<NonNullable<typeof bot>["bot"], Bot>>,
];

// Grading.
const row: GradeRow = {
  kind: "choice",
  options: ["a", "b", "c", "d"],
  expected: "A",
  response: "",
};
const graded = proofmark.grade(row, { bank: "" });
export const rows: GradeRow[] = [
  { kind: "math", given: ["37", "58"], expected: "95", response: "" },
  { kind: "choice", expected: "J", response: "" },
  // @ts-expect-error a choice has no operands
  { kind: "choice", given: ["37", "58"], expected: "A", response: "" },
];
// As where the libraries of a project do not say that streams can be iterated over.
const plain: Pick<ReadableStream<Uint8Array>, "getReader"> = new ReadableStream<Uint8Array>();
export const readable: Readable<Uint8Array> & Chunks = plain;
const streamed = proofmark.gradeStream(
  ["{}"] satisfies Chunks,
  {
    onError: (error: LineError) => error.line,
  } satisfies GradeStreamOptions,
);
export type Grading = [
  Expect<Same<typeof graded, GradeResult>>,
  Expect<Same<GradeResult["id"], string | number | null>>,
  Expect<Same<GradeResult["literal"], ReadingResult>>,
  Expect<Same<GradeResult["compliance"], Compliance>>,
  Expect<Same<ReturnType<typeof proofmark.utf16Span>, [number, number]>>,
  Expect<Same<Letter, "A" | "B" | "C" | "D">>,
  Expect<Same<typeof streamed, AsyncGenerator<Uint8Array, { rows: number; errors: number }, void>>>,
];

// Banks.
export type Banks = [
  Expect<Same<typeof proofmark.checkBankSize, (bytes: number) => void>>,
  Expect<Same<ReturnType<typeof proofmark.checkBank>, BankSurvey>>,
  Expect<Same<ReturnType<typeof proofmark.sealBank>, { bank: string; manifest: string }>>,
  Expect<Same<typeof proofmark.revealItems, (bank: string, ids: string[]) => string[]>>,
];

// Evaluation.
const target: Target = { endpoint: "https://a.example", protocol: "a2a" satisfies Protocol };
const ask: Ask = async (prompt, { signal }) => (signal.aborted ? "" : prompt);
const own: OwnTarget = { ask, subject: "urn:a" };
const options: RunOptions & SealOptions & EvaluateWith = {
  policy: "committed" satisfies Policy,
  withhold: ["response"],
  resume: [record],
};
export const results: Promise<RunResult>[] = [
  proofmark.evaluate({ ...target, ...options } satisfies EvaluateOptions),
  proofmark.evaluate({ ...own, ...options } satisfies EvaluateOwnOptions),
];
// @ts-expect-error an endpoint or a function is needed
void proofmark.evaluate({ questions: 1 });
// @ts-expect-error a function needs to know its subject
void proofmark.evaluate({ ask });
export async function told(all: EvaluateAllOptions): Promise<string[]> {
  const lines = [];
  for await (const event of proofmark.evaluateAll([target, own] satisfies AnyTarget[], all))
    if (event.type === "record") lines.push(event.line, event.record.data.outcome);
  return lines;
}
const answer = proofmark.agent({ endpoint: "https://a.example" } satisfies AgentOptions)("prompt");
const probed = proofmark.probe({ endpoint: "https://a.example" } satisfies ProbeOptions);
const explained = proofmark.explainCause("network.refused", "https://a.example");
export type Evaluation = [
  Expect<Same<typeof probed, Promise<ProbeResult>>>,
  Expect<Same<ProbeResult["options"], FoundOptions | null>>,
  Expect<Same<NonNullable<RunOptions["firstContact"]>, FirstContact>>,
  Expect<Same<typeof explained, { code: string; mistake: boolean; message: string } | undefined>>,
  Expect<Same<typeof answer, Promise<Answer>>>,
  Expect<Same<typeof proofmark.isSecretHeader, (name: string) => boolean>>,
  Expect<Same<RunResult["scores"], Scores>>,
  Expect<
    Same<
      typeof proofmark.subjectOf,
      (target: proofmark.Target | proofmark.OwnTarget) => SignalRecord["subject"]
    >
  >,
  Expect<Same<typeof proofmark.scoresOf, (record: SignalRecord | string) => Scores>>,
  Expect<
    Same<RunEvent["type"], "run" | "question" | "record" | "checkpoint" | "close" | "refused">
  >,
];

// Records and verification.
const report = proofmark.verify("", { require: ["grade" satisfies Step] } satisfies VerifyOptions);
// @ts-expect-error there is no such step
proofmark.verify("", { require: ["taste"] });
const reports = proofmark.verifyStream([bytes], {
  cores: 1,
  worker: () => new Worker("a.js"),
} satisfies VerifyStreamOptions);
export type Verification = [
  Expect<Same<typeof report, Promise<VerifyReport>>>,
  Expect<Same<typeof reports, Promise<VerifyReport>>>,
  Expect<Same<VerifyReport["failures"], VerifyFailure[]>>,
  Expect<Same<ReturnType<typeof proofmark.checkFile>, FileStatus>>,
  Expect<Same<SignalRecord["status"], SignalStatus>>,
  Expect<Same<SignalRecord["data"]["outcome"], Outcome>>,
  Expect<Same<SignalRecord["data"]["expected"], Maybe<string>>>,
  Expect<Same<NonNullable<SignalRecord["data"]["literal"]>, StoredReading>>,
];

// Keys and logs.
const key = proofmark.generateKey();
const log: Log = proofmark.createLog({ key: key.key, every: 10 });
// @ts-expect-error a key is needed
proofmark.sign(record, {});
export type Keys = [
  Expect<Same<typeof key, { did: string; key: string }>>,
  Expect<Same<ReturnType<typeof proofmark.keyDid>, string>>,
  Expect<Same<ReturnType<typeof proofmark.recordId>, string>>,
  Expect<Same<ReturnType<typeof proofmark.sign>, SignalRecord>>,
  Expect<Same<ReturnType<typeof proofmark.checkRecord>, Evidence>>,
  Expect<Same<ReturnType<typeof log.append>, string | null>>,
  Expect<Same<ReturnType<typeof proofmark.readCheckpoint>, Checkpoint>>,
  Expect<Same<typeof proofmark.checkConsistency, (proof: Consistency) => void>>,
  Expect<Same<ReturnType<typeof proofmark.proveInclusion>, Promise<SignalRecord>>>,
  Expect<Same<ReturnType<typeof proofmark.proveConsistency>, Promise<Consistency>>>,
];

// Logs in tiles, and whether a question is asked.
const admit: Admit = async ({ index }, { subject }) =>
  index > 0 && subject !== "" ? "quota.spent" : undefined;
export const limited: RunOptions = { admit };
const tiles: ReadTiles = (wanted: Tile[]) => wanted.map(() => undefined);
// @ts-expect-error a key is needed
proofmark.appendToLog({ name: "a", ids: [], read: tiles });
export type Tiles = [
  Expect<Same<ReturnType<typeof proofmark.appendToLog>, Promise<Appended>>>,
  Expect<Same<ReturnType<typeof proofmark.includeRecord>, Promise<SignalRecord>>>,
  Expect<Same<ReturnType<typeof proofmark.proveGrowth>, Promise<Consistency>>>,
  Expect<Same<ReturnType<typeof proofmark.canonicalJson>, string>>,
  Expect<Same<VerifyReport["verdict"], Conclusion>>,
  Expect<Same<VerifyReport["plans"], PlanUsed[]>>,
  Expect<Same<VerifyReport["shown"], Shown>>,
  Expect<Same<Shown["extent"], Extent>>,
  Expect<Same<SignalRecord["data"]["terms"], Terms>>,
];
