#!/usr/bin/env node
// The command line: chooses the command, and reports how it ends. It has no rules of its own.

import { readFileSync, realpathSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { parse } from "./args.js";
import { COMMANDS, GROUPS, SUMMARIES } from "./commands/index.js";
import { ExecutionError, EXIT, Refusal, isAddress } from "./exit.js";
import { readStdin } from "./io/files.js";
import { createInterrupt } from "./interrupt.js";
import { isLibraryError, isInputError } from "./io/refused.js";
import { commandHelp, programHelp } from "./render/help.js";
import { plain, shown } from "./render/text.js";
import { nearestName } from "./suggest.js";
import { createOutput } from "./terminal.js";

/**
 * The environment of a command.
 *
 * @typedef {object} Context
 * @property {() => Promise<typeof import("../index.d.ts")>} api Loads the API on demand.
 * @property {() => Promise<typeof import("../entry/score/index.d.ts")>} score Loads the API of scores.
 * @property {() => Promise<typeof import("../entry/suite/index.d.ts")>} suite Loads the API of suites.
 * @property {import("./terminal.js").Output} out
 * @property {import("./terminal.js").Output} err
 * @property {AsyncIterable<Uint8Array>} stdin
 * @property {NodeJS.ProcessEnv} env
 * @property {() => number} now Returns milliseconds of a monotonic clock.
 * @property {() => AbortSignal} interruptible Makes Ctrl-C abort the returned signal from now on.
 * @property {() => number | null} interrupted Returns the exit code of a received signal, or null.
 */

/**
 * Runs one command and returns its exit code.
 *
 * @param {string[]} words
 * @param {Context} context
 * @returns {Promise<number>}
 */
export async function main(words, context) {
  try {
    return await dispatch(words, context);
  } catch (error) {
    const { code, text } = describeError(error, context.env);
    context.err.tell(text);
    return code;
  }
}

/**
 * Returns the message and exit code for an error.
 *
 * @param {unknown} error
 * @param {NodeJS.ProcessEnv} env
 */
function describeError(error, env) {
  const refused = error instanceof Refusal || isInputError(error);
  const foreseen = refused || error instanceof ExecutionError;
  const message = error instanceof Error ? error.message : String(error);
  // Any other error is a bug.
  const known = isLibraryError(error) ? error.code : "host.error";
  const code = foreseen && !isLibraryError(error) ? "" : ` (${known})`;
  const stack = !foreseen && env.DEBUG === "proofmark" && error instanceof Error && error.stack;
  return {
    code: refused ? EXIT.refused : EXIT.broken,
    text: `proofmark: ${plain(message)}${code}\n${stack ? `${stack}\n` : ""}`,
  };
}

/** @param {string[]} words @param {Context} context */
async function dispatch([name, ...words], context) {
  const { out } = context;
  const help = async (/** @type {string[]} */ lines) => {
    await out.write(`${lines.join("\n")}\n`);
    return EXIT.passed;
  };
  if (name === undefined || name === "help" || name === "--help" || name === "-h") {
    const [wanted, ...rest] = name === "help" ? words : [];
    if (wanted === undefined) return help(programHelp(GROUPS, SUMMARIES, version(), out));
    return help(groupHelp(wanted, out) ?? commandHelp(findCommand(wanted, rest).found, out));
  }
  if (name === "--version" || name === "-V") {
    await out.write(`${version()}\n`);
    return EXIT.passed;
  }
  if (words[0] === "--help" || words[0] === "-h") {
    const lines = groupHelp(name, out);
    if (lines !== null) return help(lines);
  }
  const { found, rest } = findCommand(name, words);
  const args = parse(found, rest);
  return args.help ? help(commandHelp(found, out)) : found.run(args, context);
}

/** Returns the commands with two-word names that start with `name`. @param {string} name */
const commandsIn = (name) => COMMANDS.filter((command) => command.name.startsWith(`${name} `));

/** @param {string} name @param {import("./terminal.js").Output} out */
function groupHelp(name, out) {
  const lines = commandsIn(name).map((command) => commandHelp(command, out).join("\n"));
  return lines.length === 0 ? null : [lines.join("\n\n")];
}

/**
 * Finds a command by its name of one or two words. Returns it with the remaining arguments.
 *
 * @param {string} name
 * @param {string[]} words
 */
function findCommand(name, words) {
  const found = COMMANDS.find((command) => command.name === name);
  if (found !== undefined) return { found, rest: words };
  const [second = "", ...rest] = words;
  const members = commandsIn(name);
  const member = members.find((command) => command.name === `${name} ${second}`);
  if (member !== undefined) return { found: member, rest };
  if (members.length > 0) {
    const names = members.map((command) => command.name.slice(name.length + 1)).join(", ");
    const typed = second === "" ? "nothing" : shown(second);
    throw new Refusal(
      "cli.command",
      `${name}: expected one of ${names}, found ${typed}; see proofmark ${name} --help`,
    );
  }
  checkName(name);
  const firsts = COMMANDS.map((command) => command.name.split(" ", 1)[0] ?? "");
  const meant = nearestName(name, [...new Set(firsts)]);
  const hint = meant === undefined ? "see proofmark help" : `did you mean ${meant}?`;
  throw new Refusal("cli.command", `no command ${shown(name)}; ${hint}`);
}

/**
 * Refuses common mistakes in place of a command name, without showing text that may contain a key.
 *
 * @param {string} name
 */
function checkName(name) {
  const refuse = (/** @type {string} */ found) =>
    new Refusal("cli.command", `expected a command, found ${found}`);
  if (isAddress(name) || /[?@]/.test(name)) throw refuse("a URL; proofmark run URL asks an agent");
  if (!name.startsWith("-") || name === "--") return;
  const [typed = ""] = name.split("=", 1);
  const hint = typed === "-v" ? "did you mean --version?" : "options follow the command";
  throw refuse(`the option ${shown(typed)}; ${hint}`);
}

/** @returns {string} */
function version() {
  return JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8")).version;
}

/**
 * Creates the context of a command for `host`, which is Node's `process` or similar.
 *
 * @param {Pick<NodeJS.Process, "stdin" | "stdout" | "stderr" | "env">} host
 * @returns {Context}
 */
export function createContext({ stdin, stdout, stderr, env }) {
  return {
    api: () => /** @type {any} */ (import("../entry/core/node.js")),
    score: () => /** @type {any} */ (import("../entry/score/node.js")),
    suite: () => /** @type {any} */ (import("../entry/suite/node.js")),
    out: createOutput(stdout, env),
    err: createOutput(stderr, env),
    stdin: readStdin(stdin),
    env,
    now: () => performance.now(),
    ...createInterrupt(),
  };
}

if (process.argv[1] && realpathSync(process.argv[1]) === fileURLToPath(import.meta.url)) {
  const context = createContext(process);
  // Node would exit with 1, which means a negative result here.
  process.on("uncaughtException", (error) => {
    context.err.tell(describeError(error, context.env).text);
    process.exit(EXIT.broken);
  });
  const code = await main(process.argv.slice(2), context);
  const lost = await context.out.flush().then(
    () => null,
    (error) => error,
  );
  if (lost !== null) context.err.tell(`proofmark: ${lost.message}\n`);
  await context.err.flush().catch(() => {});
  // Kept-alive connections must not keep the process alive.
  process.exit(lost === null ? code : EXIT.broken);
}
