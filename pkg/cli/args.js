// Parses arguments by a command's table of options.

import { Refusal } from "./exit.js";
import { shown } from "./render/text.js";
import { nearestName } from "./suggest.js";

/**
 * An option. Without `kind` it is a flag and takes no value.
 *
 * @typedef {object} Option
 * @property {import("./kinds.js").Kind<any>} [kind]
 * @property {string} [value] The placeholder of the value in the help.
 * @property {string} help
 * @property {boolean} [repeat] May be given more than once; the value is a list.
 * @property {boolean} [required]
 * @property {string[]} [aliases] Other spellings; one letter takes one dash: `n` is `-n`.
 * @property {string[]} [flags] Values that are also flags: `json` makes `--json` set it.
 * @property {string} [group] The heading in the help.
 */
/**
 * A command: its syntax, its help and its implementation.
 *
 * @typedef {object} Command
 * @property {string} name
 * @property {string} summary
 * @property {string[]} usage
 * @property {string} [about]
 * @property {[least: number, most: number]} operands
 * @property {Record<string, Option>} options
 * @property {string[]} examples
 * @property {(args: Args, context: import("./main.js").Context) => Promise<number>} run
 */

/** @typedef {{ operands: string[], options: Record<string, any>, help: boolean }} Args */

/**
 * Parses the arguments after the name of a command.
 *
 * @param {Pick<Command, "name" | "operands" | "options">} command
 * @param {string[]} words
 * @returns {Args}
 */
export function parse(command, words) {
  /** @type {string[]} */
  const operands = [];
  /** @type {Record<string, any>} */
  const options = {};
  const queue = [...words];
  const spellings = optionsBySpelling(command.options);
  for (let word = queue.shift(); word !== undefined; word = queue.shift()) {
    if (word === "--help" || word === "-h") return { operands: [], options: {}, help: true };
    if (word === "--") {
      operands.push(...queue.splice(0));
    } else if (!word.startsWith("-") || word === "-") {
      operands.push(word);
    } else {
      takeOption({ ...command, spellings }, word, queue, options);
    }
  }
  checkOperands(command, operands);
  for (const [name, option] of Object.entries(command.options)) {
    if (option.required && !(name in options)) {
      throw new Refusal(
        "cli.option",
        `${command.name} needs --${name}; see proofmark ${command.name} --help`,
      );
    }
  }
  return { operands, options, help: false };
}

/** The option of a spelling, and the value that a flag stands for. @typedef {{ name: string, value?: string }} Spelling */

/**
 * Maps every spelling of an option to the option: `--questions`, `--runs`, `-n`.
 *
 * @param {Record<string, Option>} options
 * @returns {Map<string, Spelling>}
 */
function optionsBySpelling(options) {
  return new Map(
    Object.entries(options).flatMap(([name, { aliases = [], flags = [] }]) => [
      ...[name, ...aliases].map((word) => /** @type {const} */ ([withDashes(word), { name }])),
      ...flags.map((value) => /** @type {const} */ ([withDashes(value), { name, value }])),
    ]),
  );
}

/** @param {string} word */
export const withDashes = (word) => (word.length === 1 ? `-${word}` : `--${word}`);

/**
 * @param {Pick<Command, "name" | "options"> & { spellings: Map<string, Spelling> }} command
 * @param {string} word
 * @param {string[]} queue
 * @param {Record<string, any>} options
 */
function takeOption({ name: command, options: known, spellings }, word, queue, options) {
  const equals = word.indexOf("=");
  const typed = equals < 0 ? word : word.slice(0, equals);
  const { name = "", value: meant } = spellings.get(typed) ?? {};
  const option = known[name];
  if (option === undefined) throw unknownOption(command, typed, spellings);
  if (name in options && !option.repeat) throw new Refusal("cli.option", `${typed}: given twice`);
  if (option.kind === undefined || meant !== undefined) {
    if (equals >= 0) throw new Refusal("cli.option", `${typed}: takes no value`);
    options[name] = meant ?? true;
    return;
  }
  const value = equals < 0 ? nextValue(typed, queue) : word.slice(equals + 1);
  const read = option.kind(value, typed);
  options[name] = option.repeat ? [...(options[name] ?? []), read] : read;
}

/** @param {string} typed @param {string[]} queue */
function nextValue(typed, queue) {
  const value = queue.shift();
  if (value === undefined) throw new Refusal("cli.option", `${typed}: needs a value`);
  if (value.startsWith("--")) {
    throw new Refusal(
      "cli.option",
      `${typed}: expected a value, found ${shown(value)}; write ${typed}=… for a value like that`,
    );
  }
  return value;
}

/** @param {string} command @param {string} typed @param {Map<string, Spelling>} spellings */
function unknownOption(command, typed, spellings) {
  const words = [...spellings.keys()].filter((word) => word.startsWith("--"));
  const meant = nearestName(
    typed.replace(/^-+/, ""),
    words.map((word) => word.slice(2)),
  );
  const hint = meant === undefined ? `see proofmark ${command} --help` : `did you mean --${meant}?`;
  return new Refusal("cli.option", `${command} has no option ${shown(typed)}; ${hint}`);
}

/** @param {Pick<Command, "name" | "operands">} command @param {string[]} operands */
function checkOperands({ name, operands: [least, most] }, operands) {
  const found = operands.length;
  if (operands.includes("")) throw new Refusal("cli.operand", `${name}: empty`);
  if (found >= least && found <= most) return;
  // Do not show the operands: an unquoted header leaves a key among them.
  const expected = most === 0 ? "options only" : least === most ? `${most}` : `at most ${most}`;
  const what = most === 0 ? "" : most === 1 ? " operand" : " operands";
  throw new Refusal(
    "cli.operand",
    `${name}: expected ${expected}${what}, found ${found}; see proofmark ${name} --help`,
  );
}
