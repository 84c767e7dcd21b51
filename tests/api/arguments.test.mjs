// Every function of every entry, called in wrong ways: it refuses with the one error type, whose
// message names what was wrong, and never with an error of the engine, a trap, or not at all.

import assert from "node:assert/strict";
import { test } from "node:test";
import { runInNewContext } from "node:vm";

import * as main from "proofmark";
import * as score from "proofmark/score";
import * as suite from "proofmark/suite";
import * as verifier from "proofmark/verify";

const ENTRIES = { proofmark: main, score, suite, verify: verifier };
const WRONG = [undefined, null, 1, "x", {}, []];

/** Values that JSON has no text for. */
const circular = /** @type {Record<string, unknown>} */ ({});
circular["self"] = circular;
const UNWRITTEN = [circular, { big: 1n }, () => {}, Symbol("x")];

/** When nobody waits any more for what answers at once, also on a busy machine, in milliseconds. */
const HANGS = 60_000;

/** Everything that a call does: a stream is read to its end. @param {() => unknown} call */
async function whole(call) {
  const result = /** @type {any} */ (await call());
  if (typeof result?.[Symbol.asyncIterator] !== "function") return result;
  for await (const _ of result);
}

/**
 * Returns what `call` throws, or undefined. Asserts its type, code and form of message.
 *
 * @param {string} name
 * @param {() => unknown} call
 */
async function refused(name, call) {
  /** @type {NodeJS.Timeout | undefined} */
  let timer;
  const late = new Promise((_, reject) => {
    timer = setTimeout(() => reject(new Error("it never answers")), HANGS);
  });
  try {
    await Promise.race([whole(call), late]);
    return undefined;
  } catch (thrown) {
    const error = /** @type {any} */ (thrown);
    assert.equal(error.name, "ProofmarkError", `${name}: ${error}`);
    assert.match(error.code, /^[a-z]+(\.[a-z0-9-]+)+$/, name);
    assert.notEqual(error.code, "core.trap", `${name}: ${error.message}`);
    // A refusal by the glue alone would not name the argument.
    assert.match(error.message, /^(?!argument: wrong type).+: ./s, name);
    return error;
  } finally {
    clearTimeout(timer);
  }
}

const shown = (/** @type {unknown[]} */ values) =>
  values.map((value) => (value === undefined ? "undefined" : JSON.stringify(value))).join(", ");

/** Every list of up to three wrong arguments. */
const LISTS = [[], ...WRONG.map((one) => [one])].flatMap((list) =>
  list.length === 0
    ? [list]
    : [
        list,
        ...WRONG.flatMap((two) => [[...list, two], ...WRONG.map((three) => [...list, two, three])]),
      ],
);

for (const [entry, api] of Object.entries(ENTRIES)) {
  for (const [name, call] of Object.entries(api)) {
    if (name === "ProofmarkError") continue;
    test(`${entry}: ${name} takes no wrong argument for another`, async () => {
      const of = /** @type {(...args: unknown[]) => unknown} */ (call);
      for (const args of LISTS) await refused(`${name}(${shown(args)})`, () => of(...args));
    });
  }
}

const { key } = main.generateKey();
const ENDPOINT = /** @type {const} */ ({ endpoint: "https://agent.example/", protocol: "json" });
const fetch = async () =>
  new Response('{"response":"1"}', { headers: { "content-type": "application/json" } });
const { lines, records } = await main.evaluate({ ...ENDPOINT, families: ["math"], fetch, key });
const FILE = lines.map((line) => `${line}\n`).join("");
const NOTE = JSON.parse(lines.find((line) => line.includes('"checkpoint"')) ?? "").note;
const RECORD = JSON.stringify(records[0]);
const PLAIN = '{"id":"s","version":"1","tasks":[{"id":"a","prompt":"p","answer":"FINAL_X"}]}';
const { suite: SEALED } = suite.sealSuite(PLAIN);
const CONFIG = { trustScoreConfigVersion: 1, adapters: [] };
const SUBJECT = { subject: { id: "x" } };

/**
 * Calls whose options are right, and the names of those options. Each is then given every wrong value
 * for every name in turn.
 *
 * @type {[string, (options: any) => unknown, Record<string, unknown>, string][]}
 */
const CALLS = [
  ["grade", (it) => main.grade({ kind: "math", expected: "1", response: "1" }, it), {}, "bank"],
  ["gradeStream", (it) => main.gradeStream([], it), {}, "onError strict bank"],
  ["generate", main.generate, { seed: "s" }, "seed entropy subject family start count bank"],
  ["selftest", main.selftest, { count: 1 }, "seed entropy subject family count bank"],
  [
    "verify",
    (it) => main.verify(FILE, it),
    {},
    "now maxAge index subject trust require skip banks manifests reveals openings",
  ],
  [
    "verifyStream",
    (it) => main.verifyStream([FILE], it),
    {},
    "now maxAge index subject trust require signal onProgress worker cores",
  ],
  [
    "verify/verify",
    (it) => verifier.verify(FILE, it),
    {},
    "now maxAge index subject trust require",
  ],
  [
    "evaluate",
    main.evaluate,
    { ...ENDPOINT, fetch, families: ["math"], firstContact: "record" },
    "firstContact publicOnly endpoint ask subject registry protocol headers model jsonBody replyPointer tool argument uaid agentUrl crossOrigin allowPrivate budget retries maxBody seed entropy families questions policy bank key sign withhold checkpointEvery log resume onEvent signal fetch rate admit",
  ],
  [
    "evaluateAll",
    (it) => main.evaluateAll([ENDPOINT], it),
    { fetch, families: ["math"] },
    "concurrency perOrigin rate ratePerOrigin signal fetch admit key withhold checkpointEvery log",
  ],
  [
    "a target",
    (it) => main.evaluateAll([it], { fetch, families: ["math"] }),
    ENDPOINT,
    "endpoint ask headers seed families questions resume",
  ],
  ["agent", main.agent, { ...ENDPOINT, fetch }, "endpoint protocol headers seed fetch budget"],
  ["sign", (it) => main.sign(RECORD, it), { key }, "key created"],
  ["createLog", main.createLog, { key }, "key name every"],
  [
    "checkConsistency",
    main.checkConsistency,
    { old: NOTE, new: NOTE, hashes: [] },
    "old new hashes",
  ],
  [
    "appendToLog",
    main.appendToLog,
    { key, name: "n", ids: [], read: async () => [] },
    "key name note ids read",
  ],
  [
    "includeRecord",
    main.includeRecord,
    { record: RECORD, index: 0, note: NOTE, read: async () => [] },
    "record index note read",
  ],
  ["proveGrowth", main.proveGrowth, { old: NOTE, new: NOTE, read: async () => [] }, "old new read"],
  ["computeTrustScore", (it) => score.computeTrustScore(CONFIG, SUBJECT, it), {}, "updatedAt"],
  [
    "scoreStream",
    (it) => score.scoreStream([], it),
    { config: CONFIG },
    "config updatedAt explain onError strict",
  ],
  [
    "signalsStream",
    (it) => score.signalsStream([], it),
    { task: "check" },
    "task fields records keep now onError strict",
  ],
  ["mergeSnapshot", (it) => score.mergeSnapshot(SUBJECT, [], it), {}, "fields keep now"],
  [
    "mergeFields",
    (it) => score.mergeFields({}, JSON.parse(RECORD), it),
    { fields: "a2a" },
    "fields now",
  ],
  [
    "checkScoreConfig",
    (it) => score.checkScoreConfig(CONFIG, [it]),
    { version: 1, digest: "x" },
    "version digest",
  ],
  ["sealSuite", (it) => suite.sealSuite(PLAIN, it), {}, "salted rate"],
  ["crackSuite", (it) => suite.crackSuite(SEALED, it), {}, "words budget"],
  [
    "runSuite",
    (it) => suite.runSuite(SEALED, it),
    { ask: async () => "x" },
    "ask answers echo key resume onReply signal concurrency",
  ],
  ["checkScorecard", (it) => suite.checkScorecard("{}", SEALED, it), {}, "answers"],
  ["report", (it) => suite.report(FILE, it), {}, "format alpha onError"],
  ["summarize", (it) => suite.summarize(FILE, it), {}, "alpha"],
  ["compare", (it) => suite.compare(FILE, FILE, it), {}, "alpha power margin"],
];

for (const [name, call, right, names] of CALLS) {
  test(`${name} takes no wrong member for another`, async () => {
    for (const member of names.split(" ")) {
      for (const value of [...WRONG, ...UNWRITTEN, NaN, -1, 1.5, 2 ** 60, [1], [null]]) {
        const what = `${name} with ${member}: ${typeof value === "object" ? Object.keys(value ?? {}) : String(value)}`;
        await refused(what, () => call({ ...right, [member]: value }));
      }
    }
  });
}

test("what JSON cannot hold is refused where a record or a row is expected", async () => {
  for (const value of /** @type {any[]} */ (UNWRITTEN)) {
    for (const call of [
      () => main.grade(value),
      () => main.recordId(value),
      () => main.checkRecord(value),
      () => main.sign(value, { key }),
      () => main.includeRecord({ record: value, index: 0, note: NOTE, read: async () => [] }),
      () => main.evaluate({ ...ENDPOINT, fetch, resume: [value] }),
      () => score.computeTrustScore(value, SUBJECT),
      () => score.computeTrustScore(CONFIG, value),
      () => score.importFields(value),
      () => score.mergeSnapshot(value, []),
      () => score.mergeSnapshot(SUBJECT, [value]),
      () => suite.report([value]),
    ]) {
      const error = await refused(String(call), call);
      assert.notEqual(error, undefined, String(call));
    }
  }
});

test("bytes and texts of another window are what they are", async () => {
  const theirs = runInNewContext("bytes => Uint8Array.from(bytes)");
  const bytes = (/** @type {string} */ text) => theirs([...new TextEncoder().encode(text)]);
  assert.equal(bytes("x") instanceof Uint8Array, false);
  assert.equal(main.recordId(bytes(RECORD)), main.recordId(RECORD));
  const [ofBytes, ofText] = [await suite.openRecords(bytes(FILE)), await suite.openRecords(FILE)];
  assert.deepEqual(ofBytes.listing, ofText.listing);
});

test("what was made of options takes no wrong argument either", async () => {
  const log = main.createLog({ key });
  const ask = main.agent({ ...ENDPOINT, fetch });
  const opened = await suite.openRecords(FILE);
  for (const value of /** @type {any[]} */ ([undefined, null, 1, {}, []])) {
    for (const call of [() => log.append(value), () => log.replay(value), () => ask(value)]) {
      assert.equal((await refused(String(call), call))?.code, "host.option");
    }
  }
  for (const value of /** @type {any[]} */ ([null, 1, "x", []])) {
    assert.equal((await refused("ask", () => ask("x", value)))?.code, "host.option");
    assert.equal((await refused("summarize", () => opened.summarize(value)))?.code, "host.option");
  }
  // The objects still work.
  assert.equal((await ask("x")).text, "1");
  opened.close();
  opened.close();
  assert.equal((await refused("summarize", () => opened.summarize()))?.code, "core.lost");
});

test("what a callback answers is taken for nothing else", async () => {
  // A run beside it goes on.
  let reply = (/** @type {string} */ _) => {};
  const text = new Promise((resolve) => (reply = resolve));
  const ask = () => text;
  const beside = main.evaluate({ ask, subject: "urn:beside", families: ["math"] });
  for (const answer of /** @type {any[]} */ ([null, true, false, 0, 5, {}, ["x"], "x", ""])) {
    const admit = async () => answer;
    const error = await refused("admit", () => main.evaluate({ ...ENDPOINT, fetch, admit }));
    assert.match(`${error?.code} ${error?.message}`, /^host\.option admit: expected a cause /);
  }
  for (const chunk of ["1", 5, null, new Uint16Array(3), { length: 2 ** 40 }]) {
    const chunks = [{ value: new TextEncoder().encode('{"response":"1"}') }, { value: chunk }];
    const read = async () => chunks.shift() ?? { done: true };
    const body = { getReader: () => ({ read }) };
    const fetch = /** @type {any} */ (async () => ({ status: 200, headers: [], body }));
    const { cause } = await main.agent({ ...ENDPOINT, fetch, retries: 0 })("x");
    assert.equal(cause, "network.unreachable");
  }
  for (const status of ["200", NaN, 1.5, -1, 2 ** 32 + 200]) {
    const fetch = /** @type {any} */ (async () => ({ status, headers: [], body: null }));
    const { cause } = await main.agent({ ...ENDPOINT, fetch, retries: 0 })("x");
    assert.equal(cause, "network.unreachable");
  }
  reply("1");
  assert.equal((await beside).complete, true);
});

test("lines of a record file, and a log, are what they are to be", async () => {
  const opened = await suite.openRecords(FILE);
  for (const line of /** @type {any[]} */ ([0, -1, 1.5, NaN, "2", 2n, Symbol("x"), {}])) {
    const error = await refused("lines", () => opened.summarize({ lines: [line] }));
    assert.equal(error?.code, "host.option");
  }
  // The record stands on the second line; there is none on these.
  assert.equal(opened.summarize({ lines: [2] }).score.total, 1);
  assert.equal(opened.summarize({ lines: [2 ** 32 + 2, 2 ** 53 - 1] }).score.total, 0);
  opened.close();
  const log = /** @type {any} */ ({ append: () => null });
  const error = await refused("log", () => main.evaluate({ ...ENDPOINT, fetch, log }));
  assert.equal(error?.message, "log: expected a log, found Object");
});

test("how much is done at a time is bounded", async () => {
  const ask = async () => "x";
  for (const most of [10_001, 2 ** 32, Number.MAX_SAFE_INTEGER]) {
    for (const call of [
      () => main.evaluateAll([], { concurrency: most }),
      () => main.verifyStream([FILE], { cores: most }),
      () => suite.runSuite(SEALED, { ask, concurrency: most }),
    ]) {
      const message = (await refused(String(call), call))?.message;
      assert.match(
        message,
        /^(concurrency|cores): expected a whole number from 1 to 10,000, found /,
      );
    }
  }
  await whole(() => main.evaluateAll([], { concurrency: 10_000 }));
  await whole(() => suite.runSuite(SEALED, { ask, concurrency: 10_000 }));
});

test("what is signed is one of two, whether or not there is a key", async () => {
  for (const options of [{ key }, {}]) {
    for (const [sign, shown] of /** @type {[any, string][]} */ ([
      ["record", '"record"'],
      ["", '""'],
      [null, "null"],
      [true, "true"],
    ])) {
      const call = () => main.evaluate({ ...ENDPOINT, fetch, ...options, sign });
      const expected = `sign: expected records or checkpoint, found ${shown}`;
      assert.equal((await refused("sign", call))?.message, expected);
    }
  }
  const signed = async (/** @type {"records" | "checkpoint" | undefined} */ sign) => {
    const run = await main.evaluate({ ...ENDPOINT, families: ["math"], fetch, key, sign });
    return run.records.map(({ proof }) => proof !== undefined);
  };
  assert.deepEqual(await signed("records"), [true]);
  assert.deepEqual(await signed(undefined), [true]);
  assert.deepEqual(await signed("checkpoint"), [false]);
});

test("the message says which argument, what was expected and what was found", () => {
  const text = (/** @type {() => unknown} */ call) => {
    try {
      call();
    } catch (error) {
      const { code, message } = /** @type {any} */ (error);
      return `${code} ${message}`;
    }
    return undefined;
  };
  const wrong = /** @type {any} */ (null);
  const agent = (/** @type {object} */ options) =>
    main.agent(/** @type {any} */ ({ endpoint: "https://a.example/", ...options }));
  assert.deepEqual(
    [
      () => main.agent(wrong),
      () => main.keyDid(wrong),
      () => main.revealItems("", wrong),
      () => main.utf16Span("x", wrong),
      () => main.createLog({ .../** @type {any} */ ({}) }),
      () => main.grade(/** @type {any} */ (undefined)),
      () => main.recordId(/** @type {any} */ ({ data: { latencyMs: NaN } })),
      () => main.generate(/** @type {any} */ ({ seed: "s", family: ["secret"] })),
      () => main.generate(/** @type {any} */ ({ seed: { key: "secret" } })),
      () => agent({ headers: { accept: "a", authorization: ["secret"] } }),
      () => agent({ endpoint: ["https://a.example/?key=secret"] }),
      () => agent({ jsonBody: { key: "secret" } }),
      () => agent({ maxBody: 2 ** 33 }),
      () => agent({ retries: "2" }),
      () => score.checkScoreConfig(CONFIG, [{ version: 1.5, digest: "" }]),
      () => score.checkScoreConfig(CONFIG, [{ version: -1, digest: "" }]),
    ].map(text),
    [
      "host.option agent options: expected an object, found null",
      "host.option key: expected text, found null",
      "host.option ids: expected a list of texts, found null",
      "host.option span: expected two whole numbers from 0, found null",
      "host.option key: expected text, found undefined",
      "host.option row: expected a value that JSON has, found undefined",
      "host.option latencyMs of record: expected a number that JSON has, found NaN",
      "host.option family of generate: expected text, found a list",
      "host.option seed of generate: expected text, found object",
      "host.option headers.authorization of agent: expected text, found a list",
      "host.option endpoint of agent: expected text, found a list",
      "host.option jsonBody of agent: expected text, found object",
      "exchange.limits body limit: expected 1 byte to 2 MiB, found 8589934592 bytes",
      "host.option retries of agent: expected a whole number from 0, found text",
      "host.option version: expected a whole number from 0, found 1.5",
      "host.option version: expected a whole number from 0, found -1",
    ],
  );
});
