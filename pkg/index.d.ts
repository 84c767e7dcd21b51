/**
 * proofmark asks an AI agent small questions with one right answer, grades the reply without
 * judgement calls, and leaves a record that anyone can check.
 *
 * In Node, Deno, Bun and edge workers every function can be called at once. In a browser, await
 * {@link ready} first. Every refusal is a {@link ProofmarkError} with a stable `code`.
 */

/** A family of questions: an eval of HCS-25. */
export type Family = "math" | "science";

/** The letter of an option. */
export type Letter = "A" | "B" | "C" | "D";

/** Which reading of a reply the score follows. */
export type Policy = "literal" | "committed";

/** What came of an eval. */
export type Outcome =
  | "correct"
  | "wrong"
  | "unparseable"
  | "empty"
  | "timeout"
  | "missing"
  | "skipped"
  | "upstream-error"
  | "error";

/** The status of a signal (HCS-25, "Signal Status Codes"). */
export type SignalStatus = "ok" | "missing" | "timeout" | "error" | "stale";

/** Whether a reply has the form that the question asked for. */
export type Compliance = "exact" | "dressed" | "verbose" | "refused" | "none";

/** How an endpoint is spoken to. */
export type Protocol =
  "auto" | "json" | "openai" | "openai-responses" | "anthropic" | "a2a" | "mcp" | "broker";

/** The one error of this package: a stable `code` for programs, a message for people. */
export class ProofmarkError extends Error {
  constructor(code: string, message: string, options?: { cause?: unknown });
  /** The stable, dotted code, such as `question.unknown-id`. */
  readonly code: string;
}

/** Whatever holds or names the wasm: its bytes, an answer with them, a compiled module, or a URL. */
export type WasmSource = BufferSource | Response | WebAssembly.Module | URL | string;

/**
 * Starts the core. Needed in browsers, and allowed everywhere; elsewhere importing the package has
 * already done it. Calling it again, also at the same time, does nothing more; after a failure it
 * may be called again.
 *
 * @param source where the wasm comes from, if not from next to this package.
 */
export function ready(source?: WasmSource | PromiseLike<WasmSource>): Promise<void>;

/** The version of this package. */
export function version(): string;

/** A fresh seed: 128 random bits as 32 lower-case hex digits. */
export function freshSeed(): string;

/** The commitment to a seed, which is the `runId` of its runs: the hex SHA-256 of its text. */
export function commitment(seed: string): string;

/* ------------------------------------------------------------------------------------------- */
/* Questions                                                                                     */
/* ------------------------------------------------------------------------------------------- */

export interface GenerateOptions {
  /** Any text. */
  seed: string;
  /** A public value fixed after the commitment to the seed was published. Default: empty. */
  entropy?: string;
  /** The id of the subject. Default: empty. */
  subject?: string;
  /** Default: `math`. */
  family?: Family;
  /** The first index. Default: 0. */
  start?: number;
  /** How many questions. Default: 1. */
  count?: number;
  /** A private bank, as the text of its file. Default: the public bank. */
  bank?: string;
}

/** A question as the draw gives it. */
export interface DrawnQuestion {
  family: Family;
  /** The place in the run, from 0. */
  index: number;
  questionId: string;
  /** The wording; 0 is the standard's own. */
  variant: number;
  /** The text that is sent. */
  prompt: string;
  /** The right answer: a canonical decimal, or a letter. */
  expected: string;
  /** The options in the order asked, for `science`. */
  options?: [string, string, string, string];
  /** The bank's option asked as A, B, C, D, for `science`. */
  choiceOrder?: [number, number, number, number];
}

/** The questions that a seed draws. `docs/draw.md` specifies how. */
export function generate(options: GenerateOptions): DrawnQuestion[];

/* ------------------------------------------------------------------------------------------- */
/* Grading                                                                                       */
/* ------------------------------------------------------------------------------------------- */

/** A reply to grade. With `expected: null` the outcome only says whether there is an answer. */
export type GradeRow = { id?: string | number; response: string } & (
  | { kind: "math"; expected: string | null }
  | { kind: "choice"; options: [string, string, string, string]; expected: Letter | null }
  | { questionId: string; choiceOrder?: [number, number, number, number] }
);

export interface ReadingResult {
  outcome: "correct" | "wrong" | "answered" | "unparseable" | "empty";
  /** The canonical answer, or none. */
  answer: string | null;
  /** The rule that decided; `docs/grading.md` lists them. */
  rule: string;
  /** Where the answer stands: half-open UTF-8 byte offsets into the response. */
  span: [number, number] | null;
}

export interface GradeResult {
  id?: string | number;
  /** HCS-25 to the letter. */
  literal: ReadingResult;
  /** What the reply finally commits to. */
  committed: ReadingResult;
  compliance: Compliance;
}

/** Grades one reply. `bank` is a private bank, as the text of its file. */
export function grade(row: GradeRow, options?: { bank?: string }): GradeResult;

/**
 * Grades NDJSON rows, nine integers each: outcome, rule, start and end of the literal reading, the
 * same of the committed reading, and the compliance. `docs/grading.md` lists what they stand for.
 */
export function gradePacked(rows: Uint8Array): Uint32Array;

/** The UTF-16 offsets, as JavaScript counts, of a span in UTF-8 bytes. */
export function utf16Span(text: string, span: [number, number]): [number, number];

/** Bytes in pieces of any size. */
export type Chunks = Iterable<Uint8Array | string> | AsyncIterable<Uint8Array | string>;

/** A line that could not be used, or something on it. */
export interface LineError {
  /** From 1. */
  line: number;
  code: string;
  message: string;
  /** Whether the line is one of the `records` that are merged. */
  records?: boolean;
}

export interface GradeStreamOptions {
  /** Called for each line that cannot be graded; the rest goes on. */
  onError?: (error: LineError) => void;
  /** Throw at the first line that cannot be graded. */
  strict?: boolean;
  /** A private bank, as the text of its file. */
  bank?: string;
}

/** Grades NDJSON rows of any number: NDJSON bytes in, NDJSON bytes out, in order. */
export function gradeStream(
  rows: Chunks,
  options?: GradeStreamOptions,
): AsyncGenerator<Uint8Array, { rows: number; errors: number }, void>;

/* ------------------------------------------------------------------------------------------- */
/* Banks                                                                                         */
/* ------------------------------------------------------------------------------------------- */

/** What a bank holds. */
export interface BankSurvey {
  id: string;
  /** The root of the tree over its items, which pins the whole bank. */
  root: string;
  items: number;
  sciences: Record<"chemistry" | "biology" | "physics" | "earth-science", number>;
  /** The items of difficulty 1, 2 and 3. */
  difficulties: [number, number, number];
  /** The items whose right option is strictly the longest, and strictly the shortest. */
  longest: number;
  shortest: number;
  /** Whether picking the longest option beats guessing. */
  longestGivesAway: boolean;
  sealed: boolean;
}

/** Refuses the size of a bank file, in bytes, that is too large, so that it need not be read. */
export function checkBankSize(bytes: number): void;

/** Reads a bank and holds it to every rule; a bank that breaks one is refused by item and rule. */
export function checkBank(file: string): BankSurvey;

/** Seals a bank with fresh salts. The manifest is published first; the sealed bank stays private. */
export function sealBank(file: string): { bank: string; manifest: string };

/** What proves that one item of a sealed bank is what its manifest committed to. */
export function revealItem(bank: string, id: string): string;

/** A way to reply without an answer. */
export type Bot =
  | "echo"
  | "always A"
  | "always B"
  | "always the longest option"
  | "always the first number"
  | "repeat the prompt"
  | "score: 100"
  | "list all letters"
  | "refusal";

/** What bots that know nothing get out of a family of questions. Default: 1,000 draws of math. */
export function selftest(
  options?: Partial<Omit<GenerateOptions, "start">>,
): { bot: Bot; asked: number; literal: number; committed: number }[];

/* ------------------------------------------------------------------------------------------- */
/* Evaluation                                                                                    */
/* ------------------------------------------------------------------------------------------- */

/** Whom to ask, and how. */
export interface Target {
  /** The URL that is asked. */
  endpoint: string;
  /** The subject's stable id. Default: the endpoint without userinfo, query and fragment. */
  subject?: string;
  /** The registry that lists the subject. */
  registry?: string;
  /** Default: `auto`. */
  protocol?: Protocol;
  /** Sent with every request; never in a record. */
  headers?: Record<string, string>;
  /** The model to name, where the protocol names one. */
  model?: string;
  /** The body of `json`: JSON text in which `{{prompt}}` and `{{sessionId}}` are replaced. */
  jsonBody?: string;
  /** Where the reply stands in the answer of `json` (RFC 6901). */
  replyPointer?: string;
  /** The tool and its argument, for `mcp`. */
  tool?: string;
  argument?: string;
  /** Whom a `broker` is to ask: an agent by its id, or by its URL. */
  uaid?: string;
  agentUrl?: string;
  /** Follow redirects to another origin; headers stay at home. Default: false. */
  crossOrigin?: boolean;
  ask?: undefined;
}

/**
 * A way to ask of your own: from a prompt to the text of the reply. `signal` ends at the end of the
 * time budget; an answer that comes later counts for nothing. It is asked once for each question, so
 * retries are its own. What it throws becomes the record's cause: by the error's `code` where that is
 * a cause (`http.429`) or one of Node's (`ECONNREFUSED`), else `transport.failed`.
 */
export type Ask = (
  prompt: string,
  about: { signal: AbortSignal; subject: string },
) => string | Promise<string>;

/** Whom to ask in a way of your own. */
export interface OwnTarget {
  ask: Ask;
  /** The subject's stable id. */
  subject: string;
  /** The registry that lists the subject. */
  registry?: string;
  endpoint?: undefined;
}

/** A target among many, and how far an earlier, interrupted run of it has come. */
export type AnyTarget = (Target | OwnTarget) &
  Pick<RunOptions, "families" | "runs" | "seed" | "entropy" | "policy"> &
  Pick<EvaluateWith, "resume">;

/**
 * Says whether a question is asked, before it is. A cause for not asking (`quota.spent`,
 * `breaker.timeout`, `breaker.missing`, `transport.off`, `endpoint.unknown`) is what its record says
 * then; nothing is sent.
 */
export type Admit = (
  question: DrawnQuestion,
  about: { subject: string },
) => string | undefined | Promise<string | undefined>;

export interface RunOptions {
  /** Default: both. */
  families?: Family[];
  /** Questions per family. Default: 1. */
  runs?: number;
  /** Default: a fresh one for each subject. */
  seed?: string;
  entropy?: string;
  /** Default: `literal`. */
  policy?: Policy;
  /** The time for one question, retries included, in milliseconds. Default: 25,000. */
  budget?: number;
  /** How often a transient failure is tried again. Default: 2. */
  retries?: number;
  /** The largest body that is read, in bytes. Default: 262,144. */
  maxBody?: number;
  /** Ask addresses that are private or loopback. Default: false. */
  allowPrivate?: boolean;
  /**
   * Whether the endpoint's address comes from data. Default: true. With false the endpoint itself
   * may be private, but what it leads to may not.
   */
  fromData?: boolean;
  /** A private bank, as the text of its file. */
  bank?: string;
  /** Ends the evaluation; what is done is kept. */
  signal?: AbortSignal;
  /**
   * Requests a second that may go out, evenly spaced. A question waits for its turn before its time
   * begins; what else it takes goes out at once, and later questions wait the longer. Default: no
   * limit.
   */
  rate?: number;
  /**
   * Asked before each question whether it is asked. Default: every one is.
   */
  admit?: Admit;
  /**
   * Default: the host's own. In its second argument, `publicOnly` says that no private address may
   * be connected to: the host's own keeps to that as far as it can, another one has to.
   */
  fetch?: typeof fetch;
}

/** What is done to the records of a run before they are kept. */
export interface SealOptions {
  /** The text of a key file: the evaluator, whom every record names. Default: nobody signs. */
  key?: string;
  /**
   * What is signed: every record, or only the checkpoints of their log. Default: `records`; there
   * are checkpoints either way.
   */
  sign?: "records" | "checkpoint";
  /**
   * What is withheld, before signing. Replies can be; right answers only of a private bank, and
   * together with the replies.
   */
  withhold?: ("response" | "expected")[];
  /** How many records there are to a checkpoint, beside the one at the end. Default: all. */
  checkpointEvery?: number;
  /** The log to go on with, or `null` for none. Default: a fresh one, if there is a key. */
  log?: Log | null;
}

/** The log of a record file while it is written. */
export interface Log {
  /** Appends the record of a line; answers with the line of a checkpoint when one is due. */
  append(line: string): string | null;
  /** Goes on with a log: takes each line of the file that it is in, in order. */
  replay(line: string): void;
  /** The line of a checkpoint, if there is a record that none covers. */
  checkpoint(): string | null;
}

interface EvaluateWith extends RunOptions, SealOptions {
  /**
   * The records that an earlier, interrupted run of the same subject has made, in order. Where they
   * are given, even if there are none, the run's first line is not told again.
   */
  resume?: SignalRecord[];
  onEvent?: (event: RunEvent) => void;
}

export interface EvaluateOptions extends Target, EvaluateWith {}

export interface EvaluateOwnOptions extends OwnTarget, EvaluateWith {}

export interface EvaluateAllOptions extends RunOptions, SealOptions {
  /** How many subjects are asked at a time, one question each. Default: 8. */
  concurrency?: number;
  /** How many of them of one origin. Default: as many as of all. */
  perOrigin?: number;
  /** Requests a second to one origin, evenly spaced. Default: no limit. */
  ratePerOrigin?: number;
}

/** What an evaluation tells as it goes. `line` is what a record file stores. */
export type RunEvent =
  | { type: "run"; subject: string; runId: string; line: string }
  | { type: "question"; subject: string; question: DrawnQuestion }
  /** Where values were withheld, `openings` are the lines that give them back, and `opened` is the
   * record with them. Both are secret. */
  | {
      type: "record";
      subject: string;
      record: SignalRecord;
      line: string;
      openings?: string[];
      opened?: SignalRecord;
    }
  /** A checkpoint over all records so far. */
  | { type: "checkpoint"; line: string }
  | { type: "close"; subject: string; line: string }
  /** The target could not be asked at all; the others go on. */
  | { type: "refused"; target: AnyTarget; error: ProofmarkError };

export interface RunResult {
  runId: string;
  subject: string;
  records: SignalRecord[];
  /** The lines of the run as a record file stores them. */
  lines: string[];
  /** The lines that give withheld values back. They are secret. */
  openings: string[];
  scores: Scores;
  /** Whether every question was asked; false where the signal ended the evaluation before. */
  complete: boolean;
}

/** Right answers by each reading, out of `scored`; the mean score is 100 times their share. */
export interface Scores {
  /** Records with a score; those that were never asked have none. */
  scored: number;
  /** Right by the policy of the record. */
  correct: number;
  literal: number;
  committed: number;
}

/** Runs the evals against one subject. */
export function evaluate(options: EvaluateOptions | EvaluateOwnOptions): Promise<RunResult>;

/** Runs the evals against any number of subjects, several at a time, one question each. */
export function evaluateAll(
  targets: Iterable<AnyTarget> | AsyncIterable<AnyTarget>,
  options?: EvaluateAllOptions,
): AsyncGenerator<RunEvent, void, void>;

/** How one prompt ended: in a reply, or in a cause why there is none. */
export interface Answer {
  text?: string;
  /** A dotted cause, such as `timeout.headers`; `docs/exchange.md` lists them. */
  cause?: string;
  sessionId?: string;
  /** From the first request to the end, waits included. */
  latencyMs: number;
  attempts: number;
}

export interface AgentOptions
  extends
    Omit<Target, "subject" | "registry">,
    Pick<RunOptions, "budget" | "retries" | "maxBody" | "allowPrivate" | "fromData" | "fetch"> {}

/**
 * An agent as a function from prompt to answer: the exchange of a run, with all its protocols,
 * retries and limits, for prompts of your own. One prompt is in flight at a time; others wait.
 */
export function agent(
  options: AgentOptions,
): (prompt: string, options?: { signal?: AbortSignal | undefined }) => Promise<Answer>;

/* ------------------------------------------------------------------------------------------- */
/* Records and verification                                                                      */
/* ------------------------------------------------------------------------------------------- */

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
  subject: { id: string; endpoint?: string; registry?: string; protocol?: string };
  data: {
    method: string;
    evaluator?: string;
    runId: string;
    questionId: string;
    choiceOrder?: Maybe<[number, number, number, number]>;
    draw: {
      seed: Maybe<string>;
      entropy: string;
      index: number;
      variant: number;
      bank?: { id: string; root: string };
    };
    expected: Maybe<string>;
    response?: Maybe<string>;
    outcome: Outcome;
    score: number | null;
    policy: Policy;
    literal?: StoredReading;
    committed?: StoredReading;
    compliance?: Compliance;
    cause?: string;
    sessionId?: string;
    latencyMs: number;
    attempts: { startMs: number; durationMs: number; cause?: string }[];
    usage?: { inputTokens?: number; outputTokens?: number };
  };
  proof?: object | object[];
}

export interface StoredReading {
  answer: Maybe<string | null>;
  span: Maybe<[number, number] | null>;
  rule: string;
}

/** One step of verification, in the order in which they are done. */
export type Step = "schema" | "signature" | "inclusion" | "draw" | "bank" | "grade" | "policy";

export interface VerifyOptions {
  /** The steps that must pass on every record. Default: `schema`, `draw`, `grade`. */
  require?: Step[];
  /** Steps that are left out, out of `draw`, `bank` and `grade`; they are then not checked. */
  skip?: ("draw" | "bank" | "grade")[];
  /** The subject that every record must be about. */
  subject?: string;
  /** The greatest age of a record, in milliseconds. */
  maxAge?: number;
  /** Now, in milliseconds since 1970. Default: the host's clock. */
  now?: number;
  /** Private banks, as the texts of their files. */
  banks?: string[];
  /** Manifests of private banks, as texts. With any, a record of another private bank fails. */
  manifests?: string[];
  /** Reveals of items of private banks, as texts; one that proves nothing is a failure. */
  reveals?: string[];
  /** Openings of withheld values that stand in files of their own, as texts. */
  openings?: string[];
  /**
   * Whose signatures are believed: the text of a trust file, or one `did:key:…`. With it, the step
   * `policy` passes only for records that one of them signed.
   */
  trust?: string;
}

export interface VerifyStreamOptions extends VerifyOptions {
  signal?: AbortSignal;
  /** Called as it goes on, with the bytes and the records that are done. */
  onProgress?: (bytes: number, records: number) => void;
  /**
   * How many cores work on it. Default: all there are, and one where this host has no workers of
   * its own. The report is the same.
   */
  cores?: number;
  /**
   * Makes a worker, for pages: `() => new Worker(url, { type: "module" })`, where `url` is that of
   * `proofmark/worker`. In Node there is no need for it.
   */
  worker?: () => Worker;
}

export interface VerifyReport {
  /** Every required step passed on every record, every run is complete, nothing failed. */
  passed: boolean;
  /** Who signed, and under which name the trust file has them: the first thousand. */
  signers: { did: string; name?: string; records: number }[];
  /** The records that no signature covers. */
  unsigned: number;
  /** Whom the records are about: the first thousand. */
  subjects: { id: string; records: number }[];
  lines: number;
  records: number;
  /** The runs that are complete. */
  runs: number;
  required: Step[];
  steps: { step: Step; pass: number; fail: number; notChecked: Record<string, number> }[];
  failed: number;
  /** The first thousand. */
  failures: VerifyFailure[];
  outcomes: Partial<Record<Outcome, number>>;
  scores: Scores;
}

export interface VerifyFailure {
  /** From 1; 0 for what stands on no line, such as a reveal. */
  line: number;
  step: Step | "run" | "opening" | "file";
  code: string;
  message: string;
}

/** Verifies a record file that is at hand. */
export function verify(file: string | Uint8Array, options?: VerifyOptions): VerifyReport;

/**
 * Verifies a record file of any size as it comes, in flat memory. A chunk may be used again for the
 * next one.
 */
export function verifyStream(chunks: Chunks, options?: VerifyStreamOptions): Promise<VerifyReport>;

/** What verification makes of a file, in one sentence that claims no more than was checked. */
export interface FileStatus {
  intact: boolean;
  /** Who signed all of it, as `did:key`s; empty if nobody did. */
  signers: string[];
  /** Begins with `Intact` or `Failed`. */
  text: string;
}

/** Verifies a scorecard or a record file whole. `bank` is a private bank, as the text of its file. */
export function checkFile(
  file: string | Uint8Array,
  options?: { now?: number; bank?: string },
): FileStatus;

/* ------------------------------------------------------------------------------------------- */
/* Keys and proofs                                                                               */
/* ------------------------------------------------------------------------------------------- */

/** A fresh key: `key` is the text of its key file, and a secret. */
export function generateKey(): { did: string; key: string };

/** The `did:key` of a key file. */
export function keyDid(key: string): string;

/** The id of a record, signed or not: the hex SHA-256 of its canonical form without `proof`. */
export function recordId(record: SignalRecord | string): string;

/** A record that names the key as its evaluator and is signed with it. `created` is a UTC time. */
export function sign(
  record: SignalRecord | string,
  options: { key: string; created?: string },
): SignalRecord;

/** What the proofs of a record show. Who is to be believed is another question. */
export interface Evidence {
  /** The record's id. */
  id: string;
  /** The `did:key` that signed the record itself. */
  signed: string | null;
  /** The log that the record is in, and who signed its checkpoint. */
  logged: { origin: string; signer: string; index: number; size: number } | null;
}

/** Holds a record to its own proofs; one that does not hold is refused with its code. */
export function checkRecord(record: SignalRecord | string): Evidence;

/** What a checkpoint states: a signed note that holds, or it is refused. */
export interface Checkpoint {
  origin: string;
  /** The `did:key` of the log's owner, who signed. */
  signer: string;
  size: number;
  root: string;
  signatures: number;
}

/** Reads the signed note of a checkpoint. */
export function readCheckpoint(note: string): Checkpoint;

/** The hashes that show that one checkpoint has grown out of another. Both are signed notes. */
export interface Consistency {
  old: string;
  new: string;
  hashes: string[];
}

/** Refuses two checkpoints that do not belong to one growing log. */
export function checkConsistency(proof: Consistency): void;

/**
 * The record on line `line` of a record file, with the proof that it is in the log of the next
 * checkpoint behind it.
 */
export function proveInclusion(file: Chunks, line: number): Promise<SignalRecord>;

/** The proof that the log of a record file has grown out of the checkpoint `old`. */
export function proveConsistency(file: Chunks, old: string): Promise<Consistency>;

/**
 * A log of a key, to be written. `name` tells the logs of one key apart; a fresh log needs a fresh
 * one. `every` is how many records there are to a checkpoint.
 */
export function createLog(options: { key: string; name?: string; every?: number }): Log;

/** A tile of a log, by the C2SP's tlog-tiles: `width` hashes of a level, 256 to a full one. */
export interface Tile {
  /** 0 for leaves; a hash of each level stands for 256 of the one below. */
  level: number;
  /** Its place among the tiles of its level. */
  index: number;
  /** How many hashes it has in the log. */
  width: number;
}

/**
 * Fetches the hashes of tiles, 32 bytes each and one behind the other, in the order asked for. A tile
 * that has grown since may have more of them.
 */
export type ReadTiles = (
  tiles: Tile[],
) => (Uint8Array | undefined)[] | Promise<(Uint8Array | undefined)[]>;

/** A log after something was appended. */
export interface Appended {
  /** The signed note of its new checkpoint. */
  note: string;
  /** The same as a line of a record file. */
  line: string;
  size: number;
  /** The tiles that have changed, whole. */
  tiles: (Tile & { hashes: Uint8Array })[];
}

/**
 * Appends records, by their ids, to a log that is kept in tiles, and signs its new checkpoint. `note`
 * is the checkpoint so far, none for an empty log; tiles that are not its own are refused. The caller
 * sees to it that the records name the key as their evaluator, that nobody else appends behind the
 * same checkpoint, and that the tiles are kept together with the new one.
 */
export function appendToLog(options: {
  key: string;
  name: string;
  note?: string | undefined;
  ids: string[];
  read: ReadTiles;
}): Promise<Appended>;

/** A record with the proof that it is at `index` of the log of a checkpoint, out of its tiles. */
export function includeRecord(options: {
  record: SignalRecord | string;
  index: number;
  note: string;
  read: ReadTiles;
}): Promise<SignalRecord>;

/** The proof that the log of one checkpoint has grown into that of another, out of its tiles. */
export function proveGrowth(options: {
  old: string;
  new: string;
  read: ReadTiles;
}): Promise<Consistency>;

/**
 * The canonical form (RFC 8785) of strict JSON. A name that stands twice, a number that another
 * reader would round and the like are refused with `json.invalid`.
 */
export function canonicalJson(text: string | Uint8Array): string;
