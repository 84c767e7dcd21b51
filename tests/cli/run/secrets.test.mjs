// Agents that repeat what they were sent: no byte of a key in anything that a command writes.

import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";

import { ELSEWHERE, HEADER, PLAIN, QUERY, holdsNoKey, startEchoes } from "../../support/echoes.mjs";
import { proofmark } from "../support.mjs";

const SUITE = fileURLToPath(new URL("../../../examples/sealed.json", import.meta.url));

/** @type {Awaited<ReturnType<typeof startEchoes>>} */
let echoes;
let folder = "";

before(async () => {
  folder = mkdtempSync(join(tmpdir(), "proofmark-secrets-"));
  echoes = await startEchoes();
});

after(() => {
  echoes.close();
  rmSync(folder, { recursive: true });
});

/** Runs a command and returns what it printed. @param {string[]} words */
async function printed(...words) {
  const env = { HEADER, QUERY: encodeURIComponent(QUERY) };
  const { stdout, stderr } = await proofmark(words, { cwd: folder, env, code: "any" });
  return stdout + stderr;
}

/** Looks for the keys in outputs, and in all files that were written. @param {string[]} outputs */
function nothingHoldsAKey(outputs) {
  outputs.forEach((text) => holdsNoKey(text, "output"));
  for (const name of readdirSync(folder))
    holdsNoKey(readFileSync(join(folder, name), "utf8"), name);
}

/** @param {string} path */
const options = (path) => [
  ...["--header", "x-upstream: Bearer ${HEADER}"],
  ...["--protocol", ["/a2a", "/mcp", "/broker"].includes(path) ? path.slice(1) : "json"],
  ...(path === "/mcp" ? ["--tool", "ask"] : []),
  ...(path === "/broker" ? ["--agent-url", "https://agent.example/x?key=${QUERY}"] : []),
];

for (const path of Object.keys({ ...PLAIN, ...ELSEWHERE })) {
  test(`an agent at ${path} repeats what it was sent`, async () => {
    const out = `${path.slice(1)}.ndjson`;
    const query = path === "/broker" ? "" : "?key=${QUERY}";
    const url = `${echoes.origin}${path}${query}`;
    const subject = ["--subject", "urn:hostile"];
    const config = fileURLToPath(new URL("../../../examples/score-config.json", import.meta.url));
    const kept = ["--questions", "1", "--allow-unreachable"];
    const outputs = [
      await printed("run", url, ...options(path), ...subject),
      await printed("probe", url, ...options(path)),
      await printed("run", url, ...options(path), ...subject, ...kept, "--out", out),
      await printed("verify", out),
      await printed("verify", out, "--format", "json"),
      await printed("score", out, "--config", config),
      await printed("score", out, "--config", config, "--format", "json"),
      await printed("report", out, "--format", "html"),
      await printed("report", out, "--format", "json"),
    ];
    const records = readFileSync(join(folder, out), "utf8")
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line))
      .filter(({ data }) => data);
    assert.equal(records.length, 2);
    for (const { data } of records) {
      assert.equal(data.cause, path === "/refused" ? "http.401" : "reply.secret");
      assert.deepEqual([data.outcome, data.score, data.response], ["error", 0, undefined]);
    }
    nothingHoldsAKey(outputs);
  });

  test(`an agent at ${path} repeats what it was sent to a suite`, async () => {
    const [record, card] = [`answers${path.slice(1)}.ndjson`, `card${path.slice(1)}.json`];
    const query = path === "/broker" ? "" : "?key=${QUERY}";
    const words = ["suite", "run", SUITE, `${echoes.origin}${path}${query}`, ...options(path)];
    const before = echoes.asked;
    const outputs = [
      await printed(...words, "--allow-unreachable", "--record", record, "--out", card),
      await printed("report", card, "--format", "html"),
      await printed("suite", "run", SUITE, "--answers", record, "--format", "json"),
    ];
    assert.ok(echoes.asked > before, outputs[0]);
    assert.ok(readdirSync(folder).includes(card), outputs[0]);
    nothingHoldsAKey(outputs);
  });
}
