// Formats the help of the program, and of a command by its table of options.

import { wrap, width } from "./text.js";

/** @typedef {import("../args.js").Command} Command */
/** @typedef {import("../terminal.js").Output} Output */

const MOST_COLUMNS = 88;

const ABOUT =
  "Asks an AI agent small questions with one right answer, grades the reply without judgement calls, and leaves a record that anyone can check.";
const EXIT_CODES =
  "proofmark COMMAND --help has the options. Exit codes: 0 passed, 1 ran and did not pass, 2 refused (nothing has changed), 3 could not run; 129, 130 or 143 interrupted, by SIGHUP, SIGINT (Ctrl-C) or SIGTERM.";

/**
 * @param {readonly Command[]} commands
 * @param {string} version
 * @param {Output} out
 */
export function programHelp(commands, version, out) {
  const { palette } = out;
  const columns = Math.min(out.columns, MOST_COLUMNS);
  return [
    `${palette.bold("proofmark")} ${version}`,
    ...wrap(ABOUT, columns),
    "",
    ...pairs(
      commands.map(({ name, summary }) => [`proofmark ${name}`, summary]),
      out,
    ),
    "",
    "Start here:",
    "  proofmark serve                                  sample agents on this machine",
    "  proofmark run http://127.0.0.1:7025/honest       ask one of them",
    "",
    ...wrap(EXIT_CODES, columns).map(palette.dim),
  ];
}

/**
 * @param {Command} command
 * @param {Output} out
 */
export function commandHelp({ usage, summary, about, options, examples }, out) {
  const { palette } = out;
  const columns = Math.min(out.columns, MOST_COLUMNS);
  return [
    ...usage.map((line) => palette.bold(`proofmark ${line}`)),
    ...wrap(`${summary[0]?.toUpperCase()}${summary.slice(1)}.`, columns),
    ...(about === undefined ? [] : ["", ...wrap(about, columns)]),
    "",
    ...pairs(
      Object.entries(options).map(([name, { value, help, repeat }]) => [
        `--${name}${value === undefined ? "" : ` ${value}`}${repeat ? " …" : ""}`,
        help,
      ]),
      out,
    ),
    "",
    ...examples.map((example) => `  ${palette.dim("$")} proofmark ${example}`),
  ];
}

/** Formats two columns, wrapping the second. @param {string[][]} rows @param {Output} out */
function pairs(rows, out) {
  const left = Math.max(...rows.map(([name = ""]) => width(name)));
  const columns = Math.max(Math.min(out.columns, MOST_COLUMNS) - left - 4, 20);
  return rows.flatMap(([name = "", help = ""]) =>
    wrap(help, columns).map(
      (line, index) => `  ${(index === 0 ? name : "").padEnd(left)}  ${line}`,
    ),
  );
}
