// Refusals of files: they say what the core refuses, and nothing else.

import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { PassThrough } from "node:stream";
import { test } from "node:test";

import { createContext, main } from "../../../pkg/cli/main.js";
import { EXIT, Refusal } from "../../../pkg/cli/exit.js";
import { addPlaceToErrors } from "../../../pkg/cli/io/refused.js";
import { ProofmarkError } from "../../../pkg/wasm/error.js";
import { canonicalJson } from "../../../pkg/entry/core/node.js";
import { ended, scratch, start } from "../support.mjs";

const refuse = () => {
  throw new ProofmarkError("key.file", "key: expected one, found none");
};
const bug = () => {
  throw new TypeError("x is not a function");
};
/** @param {string} code */
const fails = (code) => () => {
  throw new ProofmarkError(code, "core: stopped: none");
};

test("what the core refuses is said of the place, with its code", async () => {
  const said = { message: "a.json: key: expected one, found none (key.file)" };
  assert.throws(() => addPlaceToErrors("a.json", refuse), Refusal);
  assert.throws(() => addPlaceToErrors("a.json", refuse), said);
  await assert.rejects(
    addPlaceToErrors("a.json", async () => refuse()),
    said,
  );
  assert.throws(
    () => addPlaceToErrors((code) => (code === "key.file" ? "a.json" : "b.json"), refuse),
    said,
  );
});

test("what else is thrown stays what it is", async () => {
  assert.throws(() => addPlaceToErrors("a.json", bug), TypeError);
  await assert.rejects(
    addPlaceToErrors("a.json", async () => bug()),
    TypeError,
  );
});

for (const [what, evaluate, said] of /** @type {[string, () => void, string]  []} */ ([
  ["a mistake of ours", bug, "x is not a function (host.error)"],
  ["a trap of the core", fails("core.trap"), "core: stopped: none (core.trap)"],
  ["a worker that dies", fails("host.worker"), "core: stopped: none (host.worker)"],
]))
  test(`${what} is no refusal of a line of targets`, async (t) => {
    const path = join(scratch(t), "t.ndjson");
    writeFileSync(path, '{"endpoint":"http://127.0.0.1:9/"}\n');
    const stderr = new PassThrough();
    const host = /** @type {any} */ ({ stdin: [], stdout: new PassThrough(), stderr, env: {} });
    const api = async () => /** @type {any} */ ({ canonicalJson, evaluate, subjectOf: evaluate });
    const code = await main(["run", "--targets", path], { ...createContext(host), api });
    assert.equal(code, EXIT.broken);
    assert.equal(String(stderr.read()), `proofmark: ${said}\n`);
  });

test("what is thrown where nobody waits for it is no verdict", async () => {
  const later = `setInterval(() => {
    if (process.listenerCount("uncaughtException") > 0) throw new TypeError("x is not a function");
  }, 5)`;
  const child = start(["verify", "-"], { args: ["--import", `data:text/javascript,${later}`] });
  const { code, stdout, stderr } = await ended(child);
  assert.deepEqual([code, stdout], [EXIT.broken, ""]);
  assert.equal(stderr, "proofmark: x is not a function (host.error)\n");
});
