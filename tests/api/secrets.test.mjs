// Agents that repeat what they were sent: no byte of a key in anything that a command writes.

import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdtempSync, readFileSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";

import { ELSEWHERE, HEADER, PLAIN, QUERY, holdsNoKey, startEchoes } from "../support/echoes.mjs";

const MAIN = fileURLToPath(new URL("../../pkg/cli/main.js", import.meta.url));
const SUITE = fileURLToPath(new URL("../../examples/sealed.json", import.meta.url));

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

/** @param {string[]} args @returns {Promise<string>} What the command printed. */
const proofmark = (...args) =>
  new Promise((resolve) => {
    const env = { ...process.env, HEADER, QUERY: encodeURIComponent(QUERY) };
    execFile(process.execPath, [MAIN, ...args], { env, cwd: folder }, (_, stdout, stderr) =>
      resolve(stdout + stderr),
    );
  });

/** Looks for the keys in what was printed, and in all files that were written. @param {string[]} printed */
function nothingHoldsAKey(printed) {
  printed.forEach((text) => holdsNoKey(text, "output"));
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
    const config = fileURLToPath(new URL("../../examples/score-config.json", import.meta.url));
    const printed = [
      await proofmark("run", url, ...options(path), ...subject, "--runs", "1", "--out", out),
      await proofmark("verify", out),
      await proofmark("verify", out, "--format", "json"),
      await proofmark("score", out, "--config", config),
      await proofmark("score", out, "--config", config, "--format", "json"),
      await proofmark("report", out, "--format", "html"),
      await proofmark("report", out, "--format", "json"),
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
    nothingHoldsAKey(printed);
  });

  test(`an agent at ${path} repeats what it was sent to a suite`, async () => {
    const [record, card] = [`answers${path.slice(1)}.ndjson`, `card${path.slice(1)}.json`];
    const query = path === "/broker" ? "" : "?key=${QUERY}";
    const words = ["suite", "run", SUITE, `${echoes.origin}${path}${query}`, ...options(path)];
    const before = echoes.asked;
    const printed = [
      await proofmark(...words, "--record", record, "--out", card),
      await proofmark("report", card, "--format", "html"),
      await proofmark("suite", "run", SUITE, "--answers", record, "--format", "json"),
    ];
    assert.ok(echoes.asked > before, printed[0]);
    assert.ok(readdirSync(folder).includes(card), printed[0]);
    nothingHoldsAKey(printed);
  });
}
