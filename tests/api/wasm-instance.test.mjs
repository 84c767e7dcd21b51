// Starting the core, and what becomes of it after a trap.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { test } from "node:test";

import { createCore } from "../../pkg/wasm/instance.js";
import { core as main } from "../../pkg/entry/core/loader.js";
import { grade, gradeStream, proveInclusion, verifyStream } from "../../pkg/entry/core/node.js";
import { core as suite } from "../../pkg/entry/suite/loader.js";
import { summarize } from "../../pkg/entry/suite/node.js";
import { core as verifying } from "../../pkg/entry/verify/loader.js";
import * as small from "../../pkg/entry/verify/node.js";
import { size } from "../support/long.mjs";

const TRAPS = size(500, 10_000);

const WASM = new URL("../../pkg/generated/core_bg.wasm", import.meta.url);
const bytes = () => new Uint8Array(readFileSync(WASM));

/** The bytes between others. */
function view() {
  const all = Buffer.concat([new Uint8Array(16), bytes(), new Uint8Array(16)]);
  return new DataView(Uint8Array.from(all).buffer, 16, all.length - 32);
}

let copies = 0;

/** Returns a core of its own, not started: a fresh copy of the glue. */
async function fresh(locate = () => new URL("http://127.0.0.1:9/core.wasm")) {
  /** @type {typeof import("../../pkg/generated/core.js")} */
  const glue = await import(`../../pkg/generated/core.js?copy=${copies++}`);
  return createCore(glue, locate);
}

/**
 * Overwrites all that the core holds above its stack, so that the next call cannot end well.
 *
 * @param {{ memory: WebAssembly.Memory }} core
 */
const spoil = (core) => new Uint8Array(core.memory.buffer, 2 ** 20).fill(0xff);

test("a call before the start is refused", async () => {
  const { core } = await fresh();
  assert.throws(() => core.version(), { name: "ProofmarkError", code: "host.not-ready" });
});

for (const [name, source] of /** @type {const} */ ([
  ["bytes", () => bytes()],
  ["a buffer", () => bytes().buffer],
  ["a view of a part of a buffer", () => view()],
  ["a module", () => new WebAssembly.Module(bytes())],
  ["a response", () => new Response(bytes())],
  ["a promise of a response", async () => new Response(bytes())],
])) {
  test(`the core starts from ${name}`, async () => {
    const { core, ready } = await fresh();
    await ready(source());
    assert.match(core.version(), /^\d+\.\d+\.\d+$/);
  });
}

test("without a file next to the code, the error says what to do", async () => {
  const remedy = "pass the wasm to ready() (docs/api.md, Bundling)";
  const missing = /** @type {[string, () => URL][]} */ ([
    [
      "http://127.0.0.1:9/core.wasm: cannot be loaded",
      () => new URL("http://127.0.0.1:9/core.wasm"),
    ],
    // A CommonJS bundle has no `import.meta.url`.
    ["Invalid URL", () => new URL("core.wasm", undefined)],
  ]);
  for (const [found, locate] of missing) {
    const { core, ready } = await fresh(locate);
    const message = `${found}; ${remedy}`;
    await assert.rejects(ready(), { name: "ProofmarkError", code: "host.load", message });
    assert.throws(() => core.version(), { code: "host.not-ready" });
    await ready(bytes());
    assert.equal(typeof core.version(), "string");
  }
});

test("starting twice at once, and again later, starts once", async () => {
  let loads = 0;
  const { core, ready } = await fresh();
  const load = () => ((loads += 1), bytes());
  await Promise.all(
    [1, 2, 3].map(() => ready({ then: (/** @type {any} */ done) => done(load()) })),
  );
  await ready();
  assert.equal(loads, 1);
  assert.equal(typeof core.version(), "string");
});

test("a start that failed may be tried again", async () => {
  const { core, ready } = await fresh();
  await assert.rejects(ready(new Response("gone", { status: 404 })), { code: "host.load" });
  await assert.rejects(ready(new Response("<!doctype html>")), { code: "host.load" });
  await assert.rejects(ready(bytes().subarray(0, 100)), { code: "host.load" });
  await assert.rejects(ready("http://127.0.0.1:9/core.wasm"), { code: "host.load" });
  await assert.rejects(ready(/** @type {any} */ (7)), { code: "host.source" });
  await ready(bytes());
  assert.equal(typeof core.version(), "string");
});

test("a trap is a coded error and does not poison the next call", async () => {
  const { core, ready } = await fresh();
  await ready(bytes());
  const version = core.version();
  spoil(core);
  assert.throws(() => core.version(), { name: "ProofmarkError", code: "core.trap" });
  assert.equal(core.version(), version);
});

test("an object from before a trap is refused, and freeing it harms nothing", async () => {
  const { core, ready } = await fresh();
  await ready(bytes());
  const before = new core.Verifier("{}", 0);
  spoil(core);
  assert.throws(() => core.version(), { code: "core.trap" });
  const after = new core.Verifier("{}", 0);
  assert.throws(() => before.finish(), { name: "ProofmarkError", code: "core.lost" });
  before.free();
  assert.equal(JSON.parse(after.finish()).records, 0);
});

test("a refusal of the core keeps its code", async () => {
  const { core, ready } = await fresh();
  await ready(bytes());
  assert.throws(() => new core.Examiner(JSON.stringify({ nonsense: 1 }), 0), {
    name: "ProofmarkError",
    code: "host.option",
  });
});

test("an argument of another type is refused with a code, and the next call works", async () => {
  const api = /** @type {any} */ (await import("../../pkg/entry/core/node.js"));
  const wrong = [
    () => api.commitment(undefined),
    () => api.checkBank(new Uint8Array(3)),
    () => api.sign("{}", {}),
    () => api.canonicalJson(undefined),
  ];
  for (const call of wrong)
    assert.throws(call, (error) => {
      const { name, code, message } = /** @type {any} */ (error);
      assert.deepEqual([name, code], ["ProofmarkError", "host.option"], `${call}: ${message}`);
      return true;
    });
  assert.equal(api.commitment("example").length, 64);
  for (const file of [undefined, null, new ArrayBuffer(8), new Uint16Array(8)])
    await assert.rejects(api.verify(file), { name: "ProofmarkError", code: "host.option" });
  await assert.rejects(() => api.verifyStream(new Uint8Array(3)), { code: "host.option" });
  await assert.rejects(() => api.verifyStream([new ArrayBuffer(8)]), { code: "host.option" });
});

test(`${TRAPS} traps leave nothing behind`, { timeout: 300_000 }, async () => {
  const { core, ready } = await fresh();
  await ready(bytes());
  core.version();
  const size = core.memory.buffer.byteLength;
  const cycle = (/** @type {number} */ times) => {
    for (let done = 0; done < times; done += 1) {
      spoil(core);
      assert.throws(() => core.version());
      assert.equal(typeof core.version(), "string");
    }
    return process.memoryUsage().rss;
  };
  const before = cycle(TRAPS / 5);
  const after = cycle((4 * TRAPS) / 5);
  assert.equal(core.memory.buffer.byteLength, size);
  assert.ok(after < before + 64 * 2 ** 20, `grew from ${before} to ${after}`);
});

test("what breaks off leaves nothing behind in the core", async () => {
  const failing = async function* () {
    yield "x\n";
    throw new Error("mine");
  };
  const signal = AbortSignal.abort();
  const row = '{"kind":"math","expected":"1","response":"1"}\n';
  /** @type {[{ memory: WebAssembly.Memory }, () => Promise<unknown>][]} */
  const calls = [
    [main, () => verifyStream(failing(), { cores: 1 })],
    [main, () => verifyStream(failing(), { cores: 2 })],
    [main, () => verifyStream(["x\n"], { cores: 1, signal })],
    [verifying, () => small.verifyStream(failing())],
    [
      main,
      async () => {
        for await (const _ of gradeStream([row])) break;
      },
    ],
    [main, () => proveInclusion(failing(), 1)],
    [suite, () => summarize(failing())],
  ];
  for (const [{ memory }, call] of calls) {
    const settled = () => call().catch(() => {});
    for (let n = 0; n < 20; n++) await settled();
    const before = memory.buffer.byteLength;
    for (let n = 0; n < 300; n++) await settled();
    assert.equal(memory.buffer.byteLength, before, String(call));
  }
});

test("CommonJS can require the package", { skip: requireSkip() }, () => {
  const { version } = createRequire(import.meta.url)("proofmark");
  assert.match(version(), /^\d+\.\d+\.\d+$/);
});

/** Node can require ES modules from 20.19 and 22.12 on. */
function requireSkip() {
  return "require_module" in process.features ? false : "this Node cannot require ES modules";
}

test("a row that is longer than a line may be is refused however it comes", async () => {
  const longest = main.max_line();
  /** @param {number} length @returns {any} */
  const row = (length) => {
    const empty = { kind: "math", expected: "1", response: "" };
    return { ...empty, response: "1".padEnd(length - JSON.stringify(empty).length) };
  };
  const bytes = (/** @type {any[]} */ ...rows) =>
    new TextEncoder().encode(rows.map((one) => `${JSON.stringify(one)}\n`).join(""));
  const [right, long, short] = [row(longest), row(longest + 1), row(100)];
  assert.equal(grade(right).literal.outcome, "correct");
  const escaped = { ...short, response: "\u0001".repeat(3 << 20) };
  for (const one of [long, escaped])
    assert.throws(() => grade(one), { code: "file.line-too-long" });
  const graded = [];
  /** @type {string[]} */
  const codes = [];
  const stream = gradeStream([bytes(long, short, right, long, short)], {
    onError: ({ line, code }) => codes.push(`${line} ${code}`),
  });
  for await (const piece of stream) graded.push(piece);
  assert.deepEqual(codes, ["1 file.line-too-long", "4 file.line-too-long"]);
  assert.equal(Buffer.concat(graded).toString().trimEnd().split("\n").length, 3);
});
