// Every export of `proofmark` as its users see it.

import * as proofmark from "proofmark";

import type { Expect, Same } from "./expect.ts";

declare const record: proofmark.SignalRecord;
declare const bytes: Uint8Array;

// Starting.
export const starts: Promise<void>[] = [
  proofmark.ready(),
  proofmark.ready(bytes as BufferSource),
  proofmark.ready(fetch("core.wasm")),
  proofmark.ready(new URL("https://a.example/core.wasm")),
  proofmark.ready("core.wasm" satisfies proofmark.WasmSource),
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
const questions: proofmark.DrawnQuestion[] = proofmark.generate({
  seed: proofmark.freshSeed(),
  family: "science" satisfies proofmark.Family,
} satisfies proofmark.GenerateOptions);
// @ts-expect-error a seed is needed
proofmark.generate({});
const [bot] = proofmark.selftest({ count: 3 });
export const names: string[] = [proofmark.version(), proofmark.commitment("s")];
export const ids: proofmark.RunIds = proofmark.runIds({
  endpoint: "https://agent.example/",
  seed: "s",
});
export type Questions = [
  Expect<Same<(typeof questions)[number]["family"], proofmark.Family>>,
  Expect<Same<NonNullable<typeof bot>["bot"], proofmark.Bot>>,
];

// Grading.
const row: proofmark.GradeRow = {
  kind: "choice",
  options: ["a", "b", "c", "d"],
  expected: "A",
  response: "",
};
const graded = proofmark.grade(row, { bank: "" });
export const rows: proofmark.GradeRow[] = [
  { kind: "math", given: ["37", "58"], expected: "95", response: "" },
  { kind: "choice", expected: "J", response: "" },
  // @ts-expect-error a choice has no operands
  { kind: "choice", given: ["37", "58"], expected: "A", response: "" },
];
// As where the libraries of a project do not say that streams can be iterated over.
const plain: Pick<ReadableStream<Uint8Array>, "getReader"> = new ReadableStream<Uint8Array>();
export const readable: proofmark.Readable<Uint8Array> & proofmark.Chunks = plain;
const streamed = proofmark.gradeStream(
  ["{}"] satisfies proofmark.Chunks,
  {
    onError: (error: proofmark.LineError) => error.line,
  } satisfies proofmark.GradeStreamOptions,
);
export type Grading = [
  Expect<Same<typeof graded, proofmark.GradeResult>>,
  Expect<Same<proofmark.GradeResult["id"], string | number | null>>,
  Expect<Same<proofmark.GradeResult["literal"], proofmark.ReadingResult>>,
  Expect<Same<proofmark.GradeResult["compliance"], proofmark.Compliance>>,
  Expect<Same<ReturnType<typeof proofmark.utf16Span>, [number, number]>>,
  Expect<Same<proofmark.Letter, "A" | "B" | "C" | "D">>,
  Expect<Same<typeof streamed, AsyncGenerator<Uint8Array, { rows: number; errors: number }, void>>>,
];

// Banks.
export type Banks = [
  Expect<Same<typeof proofmark.checkBankSize, (bytes: number) => void>>,
  Expect<Same<ReturnType<typeof proofmark.checkBank>, proofmark.BankSurvey>>,
  Expect<Same<ReturnType<typeof proofmark.sealBank>, { bank: string; manifest: string }>>,
  Expect<Same<typeof proofmark.revealItems, (bank: string, ids: string[]) => string[]>>,
];

// Evaluation.
const target: proofmark.Target = {
  endpoint: "https://a.example",
  protocol: "a2a" satisfies proofmark.Protocol,
};
const ask: proofmark.Ask = async (prompt, { signal }) => (signal.aborted ? "" : prompt);
const own: proofmark.OwnTarget = { ask, subject: "urn:a" };
const options: proofmark.RunOptions & proofmark.SealOptions & proofmark.EvaluateWith = {
  policy: "committed" satisfies proofmark.Policy,
  withhold: ["response"],
  resume: [record],
};
export const results: Promise<proofmark.RunResult>[] = [
  proofmark.evaluate({ ...target, ...options } satisfies proofmark.EvaluateOptions),
  proofmark.evaluate({ ...own, ...options } satisfies proofmark.EvaluateOwnOptions),
];
// @ts-expect-error an endpoint or a function is needed
void proofmark.evaluate({ questions: 1 });
// @ts-expect-error a function needs to know its subject
void proofmark.evaluate({ ask });
export async function told(all: proofmark.EvaluateAllOptions): Promise<string[]> {
  const lines = [];
  for await (const event of proofmark.evaluateAll(
    [target, own] satisfies proofmark.AnyTarget[],
    all,
  ))
    if (event.type === "record") lines.push(event.line, event.record.data.outcome);
  return lines;
}
const answer = proofmark.agent({ endpoint: "https://a.example" } satisfies proofmark.AgentOptions)(
  "prompt",
);
const probed = proofmark.probe({ endpoint: "https://a.example" } satisfies proofmark.ProbeOptions);
const explained = proofmark.explainCause("network.refused", "https://a.example");
export type Evaluation = [
  Expect<Same<typeof probed, Promise<proofmark.ProbeResult>>>,
  Expect<Same<proofmark.ProbeResult["options"], proofmark.FoundOptions | null>>,
  Expect<Same<NonNullable<proofmark.RunOptions["firstContact"]>, proofmark.FirstContact>>,
  Expect<Same<typeof explained, { code: string; mistake: boolean; message: string } | undefined>>,
  Expect<Same<typeof answer, Promise<proofmark.Answer>>>,
  Expect<Same<typeof proofmark.isSecretHeader, (name: string) => boolean>>,
  Expect<Same<proofmark.RunResult["scores"], proofmark.Scores>>,
  Expect<
    Same<
      typeof proofmark.subjectOf,
      (target: proofmark.Target | proofmark.OwnTarget) => proofmark.SignalRecord["subject"]
    >
  >,
  Expect<
    Same<typeof proofmark.scoresOf, (record: proofmark.SignalRecord | string) => proofmark.Scores>
  >,
  Expect<
    Same<
      proofmark.RunEvent["type"],
      "run" | "question" | "record" | "checkpoint" | "close" | "refused"
    >
  >,
];

// Records and verification.
const report = proofmark.verify("", {
  require: ["grade" satisfies proofmark.Step],
} satisfies proofmark.VerifyOptions);
// @ts-expect-error there is no such step
proofmark.verify("", { require: ["taste"] });
const reports = proofmark.verifyStream([bytes], {
  cores: 1,
  worker: () => new Worker("a.js"),
} satisfies proofmark.VerifyStreamOptions);
export type Verification = [
  Expect<Same<typeof report, Promise<proofmark.VerifyReport>>>,
  Expect<Same<typeof reports, Promise<proofmark.VerifyReport>>>,
  Expect<Same<proofmark.VerifyReport["failures"], proofmark.VerifyFailure[]>>,
  Expect<Same<proofmark.FileStatus["signers"], string[]>>,
  Expect<Same<proofmark.SignalRecord["status"], proofmark.SignalStatus>>,
  Expect<Same<proofmark.FileStatus["text"], string>>,
  Expect<Same<proofmark.SignalRecord["data"]["outcome"], proofmark.Outcome>>,
  Expect<Same<proofmark.SignalRecord["data"]["expected"], proofmark.Maybe<string>>>,
  Expect<Same<NonNullable<proofmark.SignalRecord["data"]["literal"]>, proofmark.StoredReading>>,
];

// Keys and logs.
const key = proofmark.generateKey();
const log: proofmark.Log = proofmark.createLog({ key: key.key, every: 10 });
// @ts-expect-error a key is needed
proofmark.sign(record, {});
export type Keys = [
  Expect<Same<typeof key, { did: string; key: string }>>,
  Expect<Same<ReturnType<typeof proofmark.keyDid>, string>>,
  Expect<Same<ReturnType<typeof proofmark.recordId>, string>>,
  Expect<Same<ReturnType<typeof proofmark.sign>, proofmark.SignalRecord>>,
  Expect<Same<ReturnType<typeof proofmark.checkRecord>, proofmark.Evidence>>,
  Expect<Same<ReturnType<typeof log.append>, string | null>>,
  Expect<Same<ReturnType<typeof proofmark.readCheckpoint>, proofmark.Checkpoint>>,
  Expect<Same<typeof proofmark.checkConsistency, (proof: proofmark.Consistency) => void>>,
  Expect<Same<ReturnType<typeof proofmark.proveInclusion>, Promise<proofmark.SignalRecord>>>,
  Expect<Same<ReturnType<typeof proofmark.proveConsistency>, Promise<proofmark.Consistency>>>,
];

// Logs in tiles, and whether a question is asked.
const admit: proofmark.Admit = async ({ index }, { subject }) =>
  index > 0 && subject !== "" ? "quota.spent" : undefined;
export const limited: proofmark.RunOptions = { admit };
const tiles: proofmark.ReadTiles = (wanted: proofmark.Tile[]) => wanted.map(() => undefined);
// @ts-expect-error a key is needed
proofmark.appendToLog({ name: "a", ids: [], read: tiles });
export type Tiles = [
  Expect<Same<ReturnType<typeof proofmark.appendToLog>, Promise<proofmark.Appended>>>,
  Expect<Same<ReturnType<typeof proofmark.includeRecord>, Promise<proofmark.SignalRecord>>>,
  Expect<Same<ReturnType<typeof proofmark.proveGrowth>, Promise<proofmark.Consistency>>>,
  Expect<Same<ReturnType<typeof proofmark.canonicalJson>, string>>,
  Expect<Same<proofmark.VerifyReport["verdict"], proofmark.Conclusion>>,
  Expect<Same<proofmark.VerifyReport["plans"], proofmark.PlanUsed[]>>,
  Expect<Same<proofmark.VerifyReport["shown"], proofmark.Shown>>,
  Expect<Same<proofmark.Shown["extent"], proofmark.Extent>>,
  Expect<Same<proofmark.SignalRecord["data"]["terms"], proofmark.Terms>>,
];
