// The command that the view Run gives to whom it cannot reach: the shell and the command line read it
// as the run that was planned, and no secret stands in it.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";

import { parse } from "../../../pkg/cli/args.js";
import { run } from "../../../pkg/cli/commands/run.js";
import { commitment, ready } from "../../../pkg/entry/core/node.js";
import { ROOT } from "../../../scripts/lib.mjs";
import { OPTIONS_OF, splitSecrets } from "../../../www/src/run/plan.js";
import { diagnose, terminalCommand as command } from "../../../www/src/run/diagnose.js";

/** @typedef {import("../../../www/src/run/plan.js").PlanTarget} PlanTarget */
/** @typedef {import("../../../www/src/run/plan.js").Secrets} Secrets */

const NOBODY = "http://127.0.0.1:9/it's?a=*&b=$;#c";
const SEED = "a seed of 'mine'";
const OPTIONS = /** @type {import("../../../www/src/run/plan.js").Plan["options"]} */ ({
  families: ["math"],
  questions: 2,
  policy: "committed",
  budget: 500,
  concurrency: 1,
});
const NONE = { headers: undefined, queries: {} };

/** Texts that a person may type into the fields of a protocol. @type {Record<string, string>} */
const TYPED = {
  model: "--a model; $(exit 3)",
  jsonBody: `{"q": "{{prompt}}", "it's": "\\u0041 \`x\` !!"}`,
  replyPointer: "/choices/0/a b",
  tool: "ask",
  argument: "what's asked",
  uaid: "uaid:aid:it's;uid=1",
};

const TARGETS = Object.entries(OPTIONS_OF).map(([protocol, names]) => {
  const target = { endpoint: NOBODY, seed: SEED, subject: "urn:it's $HOME", protocol };
  const own = names.filter((name) => name in TYPED).map((name) => [name, TYPED[name]]);
  return /** @type {PlanTarget} */ ({ ...target, ...Object.fromEntries(own) });
});

/** Runs a command in a shell, with `npx` as it is defined here. @param {string} npx @param {string} text @param {string} [cwd] */
function shell(npx, text, cwd) {
  const secrets = { AGENT_V: "k0", AGENT_KEY: "k1", AGENT_X_API_KEY: "k2" };
  const env = { PATH: process.env.PATH, HOME: "/nowhere", ...secrets };
  const script = `npx() { ${npx}; }\n${text}`;
  return spawnSync("sh", ["-c", script], { cwd, env, encoding: "utf8", timeout: 600_000 });
}

/** The operands and options that the command line reads. @param {string} text */
function read(text) {
  const words = shell(`printf '%s\\0' "$@"`, text).stdout.split("\0");
  assert.equal(words.pop(), "");
  assert.deepEqual(words.splice(0, 3), ["--no-install", "proofmark", "run"]);
  return parse(run, words);
}

const ASKED = {
  family: ["math"],
  questions: 2,
  policy: "committed",
  budget: 500,
  seed: SEED,
  out: "runs.ndjson",
};

test("a command says everything of the plan", () => {
  assert.equal(TARGETS.length, 8);
  for (const target of TARGETS) {
    const { operands, options } = read(command(target, OPTIONS, NONE));
    const { endpoint, seed, jsonBody, replyPointer, ...rest } = target;
    assert.deepEqual(operands, [endpoint]);
    if (rest.protocol === "auto") delete rest.protocol;
    const json = jsonBody && { "json-body": jsonBody, "reply-pointer": replyPointer };
    assert.deepEqual(options, { ...ASKED, ...rest, ...json });
  }
});

test("a command is run, whatever the protocol", async () => {
  await ready();
  // Nobody answers there, which is to be recorded.
  const binary = `shift 2; '${process.execPath}' '${join(ROOT, "pkg/cli/main.js")}' "$@" --allow-unreachable`;
  for (const target of TARGETS) {
    const folder = mkdtempSync(join(tmpdir(), "proofmark-command-"));
    try {
      const { status, stderr } = shell(binary, command(target, OPTIONS, NONE), folder);
      assert.equal(status, 0, `${target.protocol}: ${stderr}`);
      const lines = readFileSync(join(folder, "runs.ndjson"), "utf8").trim().split("\n");
      const [begun, ...records] = lines.map((line) => JSON.parse(line));
      assert.deepEqual([begun.subject, begun.terms.seed], [target.subject, commitment(SEED)]);
      assert.equal(records.filter(({ data }) => data?.terms.policy === "committed").length, 2);
    } finally {
      rmSync(folder, { recursive: true });
    }
  }
});

test("a command looks secrets up and has none", () => {
  const isSecret = (/** @type {string} */ name) => name === "key";
  const headers = { "X-Api-Key": "hidden too" };
  for (const protocol of /** @type {const} */ (["json", "broker"])) {
    const endpoint = "https://agent.example/chat?v=1&key=hidden#top";
    const agentUrl = protocol === "broker" ? "https://other.example/?key=hidden" : undefined;
    const given = { endpoint, seed: SEED, protocol, ...(agentUrl && { agentUrl }) };
    const { target, queries } = splitSecrets(given, isSecret);
    const text = command(target, OPTIONS, { headers, queries });
    assert.ok(!text.includes("hidden"));
    const { operands, options } = read(text);
    assert.deepEqual(operands, ["https://agent.example/chat?v=${AGENT_V}&key=${AGENT_KEY}#top"]);
    assert.deepEqual(options.header, ["X-Api-Key: ${AGENT_X_API_KEY}"]);
    if (agentUrl) assert.equal(options["agent-url"], "https://other.example/?key=${AGENT_URL_KEY}");
  }
});

test("only this machine may be asked over http by a page that came over https", async () => {
  Object.assign(globalThis, { location: new URL("https://proofmark.example/") });
  Object.defineProperty(globalThis, "navigator", { value: { onLine: true }, configurable: true });
  // Nobody is asked.
  const { fetch } = globalThis;
  globalThis.fetch = () => Promise.reject(new TypeError("nobody"));
  for (const [endpoint, expected] of /** @type {const} */ ([
    ["http://agent.example/", "mixed"],
    ["http://localhost.agent.example/", "mixed"],
    ["http://127.agent.example/", "mixed"],
    ["https://agent.example/", "unreachable"],
    ["http://localhost:8080/", "unreachable"],
    ["http://agent.localhost/", "unreachable"],
    ["http://127.0.0.1/", "unreachable"],
    ["http://[::1]/", "unreachable"],
  ])) {
    assert.equal(await diagnose(endpoint, "network.unreachable"), expected, endpoint);
  }
  globalThis.fetch = fetch;
});
