// Values that only look like bytes or a record are refused: read, they would be empty, and an empty
// file, an empty list of rows or the id of `{}` would be an answer.

import assert from "node:assert/strict";
import { test } from "node:test";
import { runInNewContext } from "node:vm";

import * as main from "../../pkg/entry/core/node.js";
import * as score from "../../pkg/entry/score/node.js";
import * as suite from "../../pkg/entry/suite/node.js";
import * as verifier from "../../pkg/entry/verify/node.js";

const encoder = new TextEncoder();
const ROW = '{"kind":"math","expected":"7","response":"7"}\n';
const { lines, records } = await main.evaluate({ subject: "urn:a", ask: () => "7", seed: "s" });
const FILE = `${lines.join("\n")}\n`;
const { key } = main.generateKey();
const signed = await main.evaluate({ subject: "urn:a", ask: () => "7", key });
const SIGNED = `${signed.lines.join("\n")}\n`;
const [RECORD = ""] = lines.filter((line) => !JSON.parse(line).type);

/** Bytes of a buffer that went to somebody else. @param {string} text */
function handedOn(text) {
  const bytes = encoder.encode(text);
  structuredClone(bytes, { transfer: [bytes.buffer] });
  return bytes;
}

/** Bytes of a buffer that has become too short for them. @param {string} text */
function cutOff(text) {
  const long = encoder.encode(text);
  // The types of this version of ECMAScript do not know it yet.
  const Resizable = /** @type {any} */ (ArrayBuffer);
  const buffer = new Resizable(2 * long.length, { maxByteLength: 4 * long.length });
  const bytes = new Uint8Array(buffer, long.length, long.length);
  bytes.set(long);
  buffer.resize(1);
  return bytes;
}

/** Every call that takes bytes. @type {[string, string, (bytes: any) => unknown][]} */
const CALLS = [
  ["verify", FILE, main.verify],
  ["verifyStream", FILE, (bytes) => main.verifyStream([bytes])],
  ["verifyStream, one core", FILE, (bytes) => main.verifyStream([bytes], { cores: 1 })],
  ["verify of a page", FILE, verifier.verify],
  ["verifyStream of a page", FILE, (bytes) => verifier.verifyStream([bytes])],
  ["gradeStream", ROW, (bytes) => main.gradeStream([bytes]).next()],
  ["proveInclusion", FILE, (bytes) => main.proveInclusion([bytes], 2)],
  ["canonicalJson", "{}", main.canonicalJson],
  ["report", FILE, suite.report],
  ["report, in pieces", FILE, (bytes) => suite.report(pieces(bytes))],
  ["checkSuite", "{}", suite.checkSuite],
  [
    "scoreStream",
    "{}\n",
    (bytes) =>
      score.scoreStream([bytes], { config: { trustScoreConfigVersion: 1, adapters: [] } }).next(),
  ],
];

/** @param {Uint8Array} bytes */
async function* pieces(bytes) {
  yield bytes;
}

test("bytes whose buffer is gone are not an empty file", async () => {
  for (const [name, text, call] of CALLS) {
    for (const gone of [handedOn, cutOff]) {
      const error = await assert.rejects(async () => call(gone(text)), {
        code: "host.option",
        message: /found a Uint8Array without its buffer$/,
      });
      assert.equal(error, undefined, name);
    }
  }
});

test("bytes of every other buffer are bytes", async () => {
  const own = encoder.encode(FILE);
  const shared = new Uint8Array(new SharedArrayBuffer(own.length));
  shared.set(own);
  const other = runInNewContext("new Uint8Array(bytes)", { bytes: [...own] });
  for (const bytes of [own, shared, other, Buffer.from(own)]) {
    assert.equal((await main.verify(bytes)).records, 2);
    assert.equal((await main.verifyStream([bytes])).records, 2);
  }
});

/** A stream as some browsers have it: one that cannot be iterated over. @param {ReadableStream<Uint8Array>} stream */
const plain = (stream) => ({ getReader: () => stream.getReader() });

test("a stream is read where it cannot be iterated over, and let go by who leaves", async () => {
  const streamed = (/** @type {string} */ text) => plain(new Blob([text]).stream());
  assert.equal((await main.verifyStream(streamed(FILE))).records, 2);
  assert.equal((await verifier.verifyStream(streamed(FILE))).records, 2);
  assert.equal((await suite.summarize(streamed(FILE))).score.total, 2);
  assert.equal((await main.proveInclusion(streamed(SIGNED), 2)).signalId, "simple-evals.math");
  const graded = [];
  for await (const bytes of main.gradeStream(streamed(ROW.repeat(3)))) graded.push(bytes);
  assert.equal(Buffer.concat(graded).toString().split("\n").length, 4);

  let cancelled = 0;
  const silent = () => plain(new ReadableStream({ cancel: () => void (cancelled += 1) }));
  const leaving = new AbortController();
  setTimeout(() => leaving.abort(), 20);
  const { signal } = leaving;
  await assert.rejects(main.verifyStream(silent(), { signal }), { name: "AbortError" });
  const endless = new ReadableStream({
    pull: (controller) => controller.enqueue(encoder.encode(ROW)),
    cancel: () => void (cancelled += 1),
  });
  for await (const _ of main.gradeStream(plain(endless))) break;
  assert.equal(cancelled, 2);
});

test("what does not come at once is no list of lines", async () => {
  const opened = await suite.openRecords(FILE);
  const lines = /** @type {any} */ (pieces(new Uint8Array([2])));
  assert.throws(() => opened.summarize({ lines }), {
    code: "host.option",
    message: "lines: expected an iterable, found AsyncGenerator",
  });
  opened.close();
});

test("what JSON would write as {} is no record", () => {
  const [record] = records;
  const values = [Promise.resolve(record), new Map(), new Set(), new ArrayBuffer(2)];
  for (const value of /** @type {any[]} */ ([...values, new Uint8ClampedArray(2), /x/])) {
    for (const call of [
      main.recordId,
      main.checkRecord,
      main.scoresOf,
      main.grade,
      (/** @type {any} */ it) => main.sign(it, { key }),
    ])
      assert.throws(() => call(value), { code: "host.option", message: /a value that JSON has/ });
  }
  const id = main.recordId(RECORD);
  class Own {
    constructor() {
      Object.assign(this, record);
    }
  }
  assert.equal(main.recordId(/** @type {any} */ (new Own())), id);
  assert.equal(main.recordId(/** @type {any} */ ({ toJSON: () => record })), id);
});

test("a proxy that was revoked is refused like anything else", async () => {
  /** @type {any} */
  const { proxy, revoke } = Proxy.revocable({}, {});
  revoke();
  for (const call of [main.grade, main.recordId, suite.checkSuite])
    assert.throws(() => call(proxy), { code: "host.option" });
  await assert.rejects(main.verify(proxy), { code: "host.option" });
  const resume = [proxy];
  await assert.rejects(main.evaluate({ subject: "urn:a", ask: () => "7", resume }), {
    code: "host.option",
  });
});

test("an option that there is not is refused by its name, whatever the call", async () => {
  const typo = /** @type {any} */ ({ key, bnak: "" });
  const grader = (/** @type {any} */ options) => main.gradeStream([ROW], options).next();
  for (const [name, call] of /** @type {[string, () => unknown][]} */ ([
    ["sign", () => main.sign(RECORD, typo)],
    ["createLog", () => main.createLog(typo)],
    ["grade", () => main.grade(JSON.parse(ROW), typo)],
    ["gradeStream", () => grader(typo)],
    ["appendToLog", () => main.appendToLog({ ...typo, name: "n", ids: [], read: () => [] })],
    ["includeRecord", () => main.includeRecord(typo)],
    ["proveGrowth", () => main.proveGrowth(typo)],
    ["checkScorecard", () => suite.checkScorecard("{}", "{}", typo)],
    ["mergeFields", () => score.mergeFields({}, {}, typo)],
    ["runSuite", () => suite.runSuite("{}", typo)],
  ]))
    await assert.rejects(
      async () => call(),
      {
        code: "host.option",
        message: new RegExp(`^option of ${name}: expected one of .*, found "`),
      },
      name,
    );
});

test("headers of another kind than names and texts are not taken for none", async () => {
  const own = new Headers({ authorization: "Bearer x" });
  for (const headers of /** @type {any[]} */ ([own, new Map(own), [...own]])) {
    const target = { endpoint: "https://agent.example/", headers };
    const refused = { code: "host.option", message: /^headers: expected a plain object, found / };
    await assert.rejects(main.evaluate(target), refused);
    assert.throws(() => main.agent(target), refused);
    for await (const event of main.evaluateAll([target])) {
      assert.equal(event.type, "refused");
      assert.match(event.type === "refused" ? event.error.message : "", refused.message);
    }
  }
});

test("what is said of signing needs a key, lest records go unsigned unnoticed", async () => {
  for (const options of /** @type {any[]} */ ([{ sign: "records" }, { checkpointEvery: 2 }])) {
    const given = { subject: "urn:a", ask: () => "7", ...options };
    const [name] = Object.keys(options);
    const message = `${name}: expected a key beside it, found none`;
    await assert.rejects(main.evaluate(given), { code: "host.option", message });
    const { subject, ask, ...rest } = given;
    const all = main.evaluateAll([{ subject, ask }], rest);
    await assert.rejects(all.next(), { code: "host.option", message });
  }
});

test("an option that is missing is named", () => {
  const generate = /** @type {any} */ (main.generate);
  assert.throws(() => generate({ count: 1 }), {
    code: "host.option",
    message: "seed of generate: expected a value, found none",
  });
});

test("one call draws so many questions and no more", () => {
  const expected = "count: expected a whole number from 0 to 100,000, found";
  for (const draws of [main.generate, main.selftest])
    for (const count of [100_001, 1e9, 2 ** 53, 1e300, Infinity, -1, 0.5])
      assert.throws(() => draws({ seed: "s", count }), {
        code: "host.option",
        message: `${expected} ${count}`,
      });
  assert.deepEqual(main.generate({ seed: "s", count: 0 }), []);
  for (const name of ["seed", "entropy", "subject"])
    assert.throws(() => main.generate({ seed: "s", [name]: "x".repeat(8193) }), {
      code: "run.too-long",
    });
});
