// Helpers of the command-line tests: the real binary, a folder of its own, sample agents.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { Readable, Writable } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";

import * as api from "../../pkg/entry/core/node.js";
import { checkLines } from "../api/schema/lines.mjs";
import { createContext, main } from "../../pkg/cli/main.js";
import { startFleet } from "../../pkg/cli/samples/fleet.js";
import { ROOT } from "../../scripts/lib.mjs";

export const BINARY = fileURLToPath(new URL("../../pkg/cli/main.js", import.meta.url));

/** When a command hangs: no machine is so busy that one of these tests takes as long. */
const LIMIT_MS = 1_800_000;

/** Variables of a person's shell that a test must not depend on. */
const QUIET = { PATH: process.env.PATH, TERM: "dumb" };

/** @typedef {{ code: number | null, signal: NodeJS.Signals | null, stdout: string, stderr: string }} Ended */

/**
 * Starts the binary.
 *
 * @param {string[]} words
 * @param {{ cwd?: string, env?: NodeJS.ProcessEnv, args?: string[], stdio?: "pipe"[] }} [options]
 * @returns {import("node:child_process").ChildProcessWithoutNullStreams}
 */
export function start(
  words,
  { cwd = ROOT, env = {}, args = [], stdio = ["pipe", "pipe", "pipe"] } = {},
) {
  return /** @type {any} */ (spawn)(process.execPath, [...args, BINARY, ...words], {
    stdio,
    cwd,
    env: { ...QUIET, ...env },
    timeout: LIMIT_MS,
  });
}

/**
 * Runs a command in this process, which is faster than starting the binary, and asserts its exit
 * code.
 *
 * @param {string | string[]} words A text has its words between spaces.
 * @param {{ cwd?: string, env?: NodeJS.ProcessEnv, input?: string | Uint8Array, isTTY?: boolean, code?: number | "any" }} [options]
 * @returns {Promise<Ended>}
 */
export async function proofmark(words, options = {}) {
  const { cwd = ROOT, env = {}, input = "", isTTY = false, code: expected = 0 } = options;
  const typed = wordsOf(words);
  process.chdir(cwd);
  const [stdout, stderr] = [collector(isTTY), collector(isTTY)];
  const stdin = Readable.from(input.length === 0 ? [] : [Buffer.from(input)]);
  const host = /** @type {any} */ ({ stdin, stdout, stderr, env: { ...QUIET, ...env } });
  const context = {
    ...createContext(host),
    interruptible: () => new AbortController().signal,
    interrupted: () => null,
  };
  const code = await main(typed, context);
  await Promise.all([context.out.flush(), context.err.flush()]);
  const end = { code, signal: null, stdout: stdout.text(), stderr: stderr.text() };
  if (expected !== "any")
    assert.equal(code, expected, `${typed.join(" ")}\n${end.stdout}${end.stderr}`);
  if (typed[0] === "run" && code === 0) checkRecords(typed, cwd);
  return end;
}

/** @param {string | string[]} words */
const wordsOf = (words) => (typeof words === "string" ? words.split(" ") : words);

/**
 * Returns a function that runs a command which begins with `first`, in a folder.
 *
 * @param {string} first
 * @param {string} cwd
 */
export const command =
  (first, cwd) =>
  (/** @type {string | string[]} */ words = [], /** @type {number | "any"} */ code = 0) =>
    proofmark([...wordsOf(first), ...wordsOf(words)], { cwd, code });

/** Returns a stream that keeps what is written to it. @param {boolean} isTTY */
function collector(isTTY) {
  /** @type {Buffer[]} */
  const chunks = [];
  const stream = new Writable({ write: (chunk, _, done) => void (chunks.push(chunk), done()) });
  return Object.assign(stream, { isTTY, text: () => Buffer.concat(chunks).toString() });
}

/** Holds the file that a run has written to the schema. @param {string[]} words @param {string} cwd */
function checkRecords(words, cwd) {
  const at = words.indexOf("--out") + 1;
  if (at > 0) checkLines(readFileSync(resolve(cwd, words[at] ?? ""), "utf8"));
}

/**
 * @param {import("node:child_process").ChildProcessWithoutNullStreams} child
 * @returns {Promise<Ended>}
 */
export async function ended(child) {
  const text = { stdout: "", stderr: "" };
  child.stdout.setEncoding("utf8").on("data", (chunk) => (text.stdout += chunk));
  child.stderr.setEncoding("utf8").on("data", (chunk) => (text.stderr += chunk));
  const [code, signal] = await once(child, "close");
  return { code, signal, ...text };
}

/**
 * Kills a run at a random moment, so many times; what it has written by then is whole lines, and stays.
 *
 * @param {string[]} words
 * @param {{ cwd: string, path: string, kills: number }} where The file that it writes, and how often.
 */
export async function killed(words, { cwd, path, kills }) {
  let before = "";
  for (let kill = 0; kill < kills; kill++) {
    const child = start(words, { cwd });
    const end = ended(child);
    const size = existsSync(path) ? statSync(path).size : 0;
    // Not before it writes: a kill during the start-up would show nothing.
    const over = () => child.exitCode !== null || child.signalCode !== null;
    while (!over() && !(existsSync(path) && statSync(path).size > size)) await sleep(2);
    await sleep(Math.random() * 40);
    child.kill("SIGKILL");
    const { code, stderr } = await end;
    assert.ok(code === null || code === 0, stderr);
    readLines(path);
    const text = readFileSync(path, "utf8");
    assert.ok(text.startsWith(before), "what was written stays");
    before = text;
  }
}

/**
 * A folder that goes when the test ends.
 *
 * @param {import("node:test").TestContext} t
 */
export function scratch(t) {
  const folder = mkdtempSync(join(tmpdir(), "proofmark-cli-"));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/**
 * The sample agents, until the test ends.
 *
 * @param {import("node:test").TestContext} t
 */
export async function fleet(t) {
  const fleet = await startFleet(/** @type {any} */ (api));
  t.after(() => fleet.close());
  return fleet;
}

/**
 * The lines of an NDJSON file; a torn one fails the test.
 *
 * @param {string} path
 * @returns {any[]}
 */
export function readLines(path) {
  const text = readFileSync(path, "utf8");
  if (text !== "" && !text.endsWith("\n")) throw new Error(`${path}: torn at its end`);
  return text
    .split("\n")
    .slice(0, -1)
    .map((line) => JSON.parse(line));
}

/** The records among the lines of a record file. @param {string} path */
export const readRecords = (path) => readLines(path).filter(({ type }) => type === undefined);
