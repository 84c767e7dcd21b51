// The schema says of every line that is written here that it is one, and of changed ones that they
// are not. The tests of the command line hold every file that `run` writes to it as well.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import * as api from "../../../pkg/entry/core/node.js";
import { checkLines, fits } from "./lines.mjs";

const TARGET = { endpoint: "https://agent.example/", protocol: /** @type {const} */ ("json") };
const BANK = readFileSync(new URL("../../../examples/private-bank.json", import.meta.url), "utf8");

/** Agents that end in every way there is, in turn. */
function endings() {
  const replies = ["A", "95", "", "no idea", "The answer is 95.\n\n\u0000 ‘é’ 😀"];
  let asked = 0;
  return async () => {
    const number = asked++;
    if (number % 7 === 5) return new Response("no", { status: 404 });
    if (number % 7 === 6) throw new TypeError("gone");
    const headers = { "content-type": "application/json" };
    return new Response(JSON.stringify({ response: replies[number % 7] }), { headers });
  };
}

/** @param {Partial<import("../../../pkg/index.d.ts").EvaluateOptions>} options */
const run = (options) =>
  api.evaluate({ ...TARGET, questions: 7, retries: 0, fetch: endings(), ...options });

test("every line that is written is one by the schema", async () => {
  const { key } = api.generateKey();
  const { bank } = api.sealBank(BANK);
  const withhold = /** @type {["response", "expected"]} */ (["response", "expected"]);
  const families = /** @type {["science"]} */ (["science"]);
  const runs = await Promise.all([
    run({}),
    run({
      subject: "uaid:1",
      registry: "r",
      entropy: "e",
      entropySource: "b",
      policy: "committed",
    }),
    run({ key, checkpointEvery: 3 }),
    run({ key, sign: "checkpoint" }),
    run({ withhold: ["response"] }),
    run({ key, bank, families, withhold }),
  ]);
  for (const { lines, openings } of runs) {
    checkLines([...lines, ...openings].join("\n"));
  }
  const { lines } = /** @type {import("../../../pkg/index.d.ts").RunResult} */ (runs[2]);
  checkLines(JSON.stringify(await api.proveInclusion([lines.join("\n")], 3)));
  const vectors = new URL("../../vectors/verify/run.json", import.meta.url);
  checkLines(JSON.parse(readFileSync(vectors, "utf8")).lines.join("\n"));
});

test("what the core refuses, the schema does not take for a record", async () => {
  const { lines } = await run({ key: api.generateKey().key });
  const record = JSON.parse(lines[1] ?? "");
  let refused = 0;
  for (const changed of changes(record)) {
    const report = await api.verify(`${JSON.stringify(changed)}\n`);
    const refusal = report.failures.some(({ step }) => step === "schema" || step === "signature");
    // The schema knows no more than shapes: it may take what the core refuses for its sense.
    if (!refusal) assert.ok(fits(changed), JSON.stringify(changed));
    refused += fits(changed) ? 0 : 1;
  }
  assert.ok(refused > 100, `${refused}`);
});

/**
 * The value with each of its members left out, renamed, or of another type.
 *
 * @param {any} value
 * @returns {Generator<any>}
 */
function* changes(value) {
  if (value === null || typeof value !== "object") return;
  for (const [name, member] of Object.entries(value)) {
    const { [name]: _, ...rest } = value;
    if (!Array.isArray(value)) {
      yield rest;
      yield { ...rest, [`${name}X`]: member };
      yield { ...value, [name]: typeof member === "string" ? 5 : "text" };
    }
    for (const changed of changes(member)) {
      yield Array.isArray(value)
        ? value.with(Number(name), changed)
        : { ...value, [name]: changed };
    }
  }
}
