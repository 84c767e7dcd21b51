// Every command on a terminal, with texts that would take it over.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { Writable } from "node:stream";
import { createServer } from "node:http";
import { join } from "node:path";
import { test } from "node:test";

import * as api from "../../pkg/entry/core/node.js";
import { COMMANDS } from "../../pkg/cli/commands/index.js";
import { STYLES } from "../../pkg/cli/render/colour.js";
import { createOutput } from "../../pkg/cli/terminal.js";
import { hiddenCharacterPattern } from "../../pkg/util/hidden-characters.js";
import { BINARY, proofmark, scratch } from "./support.mjs";

/** CSI as one character and as two, a title, right-to-left override and isolate, and a space of no width. */
const HOSTILE = "\u009b31m\u001b]0;owned\u0007\u202e\u2066\u200b";
/** The same for texts that may not have controls. */
const SOFT = "\u202e\u2066\u200b";
/** How one of them is shown. */
const SHOWN = /\\u202e|\\u2066|\\u200b/;

const PYTHON = "import os, pty, sys; sys.exit(os.waitstatus_to_exitcode(pty.spawn(sys.argv[1:])))";

/**
 * Runs the binary on a pseudo-terminal of Python, which Node takes for a terminal.
 *
 * @param {string[]} words
 * @param {string} cwd
 */
async function onPseudoTerminal(words, cwd) {
  const child = spawn("python3", ["-c", PYTHON, process.execPath, BINARY, ...words], {
    cwd,
    stdio: ["ignore", "pipe", "pipe"],
    env: { PATH: process.env.PATH, TERM: "xterm-256color" },
  });
  let text = "";
  child.stdout.setEncoding("utf8").on("data", (chunk) => (text += chunk));
  child.stderr.setEncoding("utf8").on("data", (chunk) => (text += chunk));
  const [code] = await once(child, "close");
  return { code, text };
}

const UNSAFE = hiddenCharacterPattern("\\p{Cc}");

/** Every character of an output that a terminal obeys, apart from those that the command line means. @param {string} text */
const unsafe = (text) =>
  text.replaceAll("\r\x1b[2K", "").replace(STYLES, "").replace(/\r?\n/g, "").match(UNSAFE) ?? [];

/** An agent that answers with HOSTILE whatever is asked. @param {import("node:test").TestContext} t */
async function agent(t) {
  const server = createServer((request, answer) => {
    request.resume().on("end", () => {
      const body = JSON.stringify({ response: `B${HOSTILE}` });
      answer.setHeader("content-type", "application/json").end(body);
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  t.after(() => server.close());
  const { port } = /** @type {import("node:net").AddressInfo} */ (server.address());
  return `http://127.0.0.1:${port}/`;
}

/** A folder with files of every kind, HOSTILE wherever a text may be. @param {import("node:test").TestContext} t */
async function prepared(t) {
  const cwd = scratch(t);
  const write = (/** @type {string} */ name, /** @type {unknown[]} */ ...lines) =>
    writeFileSync(
      join(cwd, name),
      lines.map((line) => `${typeof line === "string" ? line : JSON.stringify(line)}\n`).join(""),
    );
  const { key } = api.generateKey();
  const records = async (/** @type {string} */ said) => {
    const { lines } = await api.evaluate({
      ...{ subject: `urn:${HOSTILE}`, registry: HOSTILE, seed: "s", questions: 3, key },
      ask: async () => `${said}${HOSTILE}`,
    });
    return lines;
  };
  write("r.ndjson", ...(await records("The answer is B.")));
  write("other.ndjson", ...(await records("No idea.")));
  write(
    "replies.ndjson",
    { id: HOSTILE, kind: "math", expected: "95", response: HOSTILE },
    { kind: HOSTILE },
  );
  const additional = {
    a2aSimpleMathScore: 100,
    a2aSimpleMathStatus: "correct",
    a2aSimpleMathQuestionId: "math:mul:6x7",
    a2aSimpleMathResponse: `42${HOSTILE}`,
    a2aSimpleMathUpdatedAt: "2026-01-14T00:00:00Z",
    a2aSimpleScienceStatus: HOSTILE,
  };
  write("s.ndjson", { subject: { id: `urn:${HOSTILE}`, metadata: { additional } } });
  write("c.json", {
    trustScoreConfigVersion: 1,
    adapters: [{ adapterId: "simple-math" }, { adapterId: "simple-science" }],
  });
  const task = (/** @type {string} */ id, /** @type {string} */ answer) => ({
    ...{ id, stratum: `s${SOFT}`, prompt: `${HOSTILE} End with ${answer}.`, answer },
  });
  write("plain.json", {
    id: "x/y",
    version: `1${SOFT}`,
    tasks: [task("a", "FINAL_A"), task("b", "FINAL_B")],
  });
  write("answers.json", { answers: { a: "FINAL_A", b: HOSTILE } });
  const items = ["biology", "chemistry", "physics", "earth-science"].map((science, at) => ({
    id: `science:item-${at}`,
    science,
    stem: `What is an ${SOFT}echo of ${science}?`,
    right: "Reflected sound",
    wrong: ["Sound from below", "Slowed down light", "Some stored heat"],
    why: `It ${SOFT}comes back.`,
    difficulty: 2,
  }));
  write("bank.json", { id: "a-bank", items });
  return cwd;
}

/**
 * How every command is asked, in the order in which their files come to be, and its exit code. One
 * that shows nothing of a file gets a hostile value that it refuses.
 *
 * @type {Record<string, [words: string, code: number, formats?: string][]>}
 */
const CASES = {
  run: [
    ["run URL --protocol json --subject urn:HOSTILE --registry HOSTILE", 0, "pretty json ndjson"],
    ["run URL --protocol json --subject urn:HOSTILE --withhold response --out a.ndjson", 0],
  ],
  verify: [["verify r.ndjson --subject HOSTILE", 1, "pretty json"]],
  report: [["report r.ndjson", 0, "pretty markdown junit csv json html"]],
  compare: [["compare r.ndjson other.ndjson", 0, "pretty markdown json"]],
  draw: [["draw --seed s --family HOSTILE", 2]],
  grade: [["grade replies.ndjson", 1]],
  probe: [["probe URL --protocol json --model HOSTILE", 0, "pretty json"]],
  init: [
    ["init URL --report HOSTILE --out 3HOSTILE", 0],
    ["init HOSTILE", 2],
  ],
  keygen: [
    ["keygen 1HOSTILE", 0],
    ["keygen 2HOSTILE --format json", 0],
  ],
  "proof inclusion": [["proof inclusion r.ndjson --line 2", 0]],
  "proof consistency": [
    ["proof consistency r.ndjson --old r.ndjson --out p.json", 0],
    ["proof consistency HOSTILE", 2],
  ],
  "proof attest": [["proof attest HOSTILE --format hcs-27", 2]],
  "proof open": [["proof open a.ndjson --openings a.ndjson.openings", 0]],
  "suite seal": [["suite seal plain.json --out suite.json", 0, "pretty"]],
  "suite run": [
    ["suite run suite.json --answers answers.json", 1, "pretty markdown junit csv json html"],
  ],
  "suite check": [["suite check suite.json --scorecard HOSTILE", 2, "pretty json"]],
  "suite crack": [["suite crack suite.json --words HOSTILE", 2, "pretty json"]],
  score: [["score r.ndjson --config c.json --explain", 0, "pretty json ndjson"]],
  "signals import": [["signals import s.ndjson", 1]],
  "signals export": [["signals export r.ndjson --fields a2a", 0]],
  "signals merge": [["signals merge s.ndjson r.ndjson --fields nanda", 1]],
  "bank check": [
    ["bank check bank.json", 0, "pretty json"],
    ["bank check --bots --questions 3 --seed HOSTILE", 0, "pretty json"],
  ],
  "bank seal": [["bank seal bank.json --out m.json", 0, "pretty"]],
  "bank reveal": [["bank reveal bank.sealed.json --id science:item-0001", 0]],
  serve: [["serve --port HOSTILE", 2]],
  view: [["view HOSTILE --no-open", 2]],
};

/** The commands that show texts of the files they are given. */
const SHOWING = [
  ...["run", "probe", "verify", "report", "compare", "grade", "score"],
  ...["proof inclusion", "proof open", "suite run"],
  ...["signals import", "signals export", "signals merge", "bank reveal", "bank check"],
];

test("every command escapes what a terminal would obey", async (t) => {
  assert.deepEqual(Object.keys(CASES).sort(), COMMANDS.map(({ name }) => name).sort());
  const cwd = await prepared(t);
  const url = await agent(t);
  /** The commands that have shown some of it. @type {Set<string>} */
  const showing = new Set();
  for (const [name, cases] of Object.entries(CASES)) {
    for (const [words, code, formats] of cases) {
      const given = words
        .split(" ")
        .map((word) => word.replace("URL", url).replace("HOSTILE", HOSTILE));
      for (const format of formats?.split(" ") ?? [undefined]) {
        const all = format ? [...given, "--format", format] : given;
        const end = await proofmark(all, {
          cwd,
          env: { TERM: "xterm-256color" },
          isTTY: true,
          code,
        });
        const text = end.stdout + end.stderr;
        assert.deepEqual(unsafe(text), [], `${words} ${format}`);
        if (SHOWN.test(text)) showing.add(name);
      }
    }
  }
  for (const name of SHOWING) assert.ok(showing.has(name), name);

  const { code, text } = await onPseudoTerminal(["report", "r.ndjson"], cwd);
  assert.equal(code, 0, text);
  assert.match(text, SHOWN);
  assert.deepEqual(unsafe(text), []);
});

test("what is escaped is the same JSON, and no other output is touched", async () => {
  const value = { [HOSTILE]: [`${HOSTILE}\n\t\u{e0001}\ud83d\ude00`, "\u200d"] };
  const bytes = new TextEncoder().encode(`${JSON.stringify(value)}\n`);
  for (const isTTY of [true, false]) {
    /** @type {Buffer[]} */
    const written = [];
    const stream = new Writable({
      write(chunk, _, done) {
        written.push(chunk);
        done();
      },
    });
    const out = createOutput(Object.assign(stream, { isTTY }), {});
    // Cut within characters.
    for (const byte of bytes) await out.write(Uint8Array.of(byte));
    const text = Buffer.concat(written).toString();
    assert.deepEqual(JSON.parse(text), value);
    assert.deepEqual(unsafe(text).length === 0, isTTY);
    assert.equal(text === Buffer.from(bytes).toString(), !isTTY);
  }
});
