// Formats the help of the program, and of a command by its table of options.

import { withDashes } from "../args.js";
import { wrap, width } from "./text.js";

/** @typedef {import("../args.js").Command} Command */
/** @typedef {import("../terminal.js").Output} Output */

const MOST_COLUMNS = 88;

const ABOUT =
  "Asks an AI agent small questions with one right answer, grades the replies deterministically, and writes records that anyone can verify.";
const EXIT_CODES =
  "proofmark COMMAND --help lists the options. Exit codes: 0 passed, 1 ran and did not pass, 2 refused (nothing has changed), 3 could not run; 129, 130 or 143 interrupted by SIGHUP, SIGINT (Ctrl-C) or SIGTERM.";

/**
 * @param {Record<string, readonly Command[]>} groups The commands by their headings.
 * @param {Record<string, string>} summaries Those of commands with subcommands.
 * @param {string} version
 * @param {Output} out
 */
export function programHelp(groups, summaries, version, out) {
  const { palette } = out;
  const columns = Math.min(out.columns, MOST_COLUMNS);
  const rows = Object.entries(groups).map(([title, commands]) => {
    const names = [...new Set(commands.map(({ name }) => name.split(" ")[0] ?? ""))];
    const pairs = names.map((first) => {
      const members = commands.filter(({ name }) => name.startsWith(`${first} `));
      const seconds = members.map(({ name }) => name.slice(first.length + 1)).join(", ");
      const command = commands.find(({ name }) => name === first);
      return command ? [first, command.summary] : [first, `${seconds}: ${summaries[first]}`];
    });
    return { title, pairs };
  });
  const left = Math.max(...rows.flatMap(({ pairs }) => pairs.map(([name = ""]) => width(name))));
  return [
    `${palette.bold("proofmark")} ${version}`,
    ...wrap(ABOUT, columns),
    "",
    palette.bold("Start here"),
    "  proofmark serve                              run sample agents on this machine",
    "  proofmark run http://127.0.0.1:7025/honest   ask one of them",
    ...rows.flatMap(({ title, pairs: members }) => [
      "",
      palette.bold(title),
      ...twoColumns(members, out, left),
    ]),
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
  /** @type {Map<string, string[][]>} */
  const groups = new Map();
  for (const [name, option] of Object.entries(options)) {
    const { group = "options" } = option;
    groups.set(group, [...(groups.get(group) ?? []), [optionUsage(name, option), option.help]]);
  }
  const left = Math.max(0, ...[...groups.values()].flat().map(([name = ""]) => width(name)));
  return [
    ...usage.map((line) => palette.bold(`proofmark ${line}`)),
    ...wrap(`${summary[0]?.toUpperCase()}${summary.slice(1)}.`, columns),
    ...(about === undefined ? [] : ["", ...wrap(about, columns)]),
    "",
    ...examples.map((example) => `  ${palette.dim("$")} proofmark ${example}`),
    ...[...groups].flatMap(([title, rows]) => [
      "",
      palette.bold(`${title[0]?.toUpperCase()}${title.slice(1)}`),
      ...twoColumns(rows, out, left),
    ]),
  ];
}

/**
 * Returns an option as it is typed: `-n, --questions N`.
 *
 * @param {string} name
 * @param {import("../args.js").Option} option
 */
function optionUsage(name, { value, repeat, aliases = [] }) {
  const short = aliases.filter((word) => word.length === 1);
  const words = [...short, name].map(withDashes).join(", ");
  return `${words}${value === undefined ? "" : ` ${value}`}${repeat ? " …" : ""}`;
}

/**
 * Formats two columns, wrapping the second.
 *
 * @param {string[][]} rows
 * @param {Output} out
 * @param {number} left The width of the first.
 */
function twoColumns(rows, out, left) {
  const columns = Math.max(Math.min(out.columns, MOST_COLUMNS) - left - 4, 20);
  return rows.flatMap(([name = "", help = ""]) =>
    wrap(help, columns).map(
      (line, index) => `  ${(index === 0 ? name : "").padEnd(left)}  ${line}`,
    ),
  );
}
