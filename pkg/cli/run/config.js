// Reads the options of `run` from a configuration file, as if they had been typed.

import { existsSync } from "node:fs";
import { parse } from "../args.js";
import { Refusal } from "../exit.js";
import { readText } from "../io/files.js";
import { addPlaceToErrors } from "../io/refused.js";
import { shown } from "../render/text.js";
import { RUN_OPTIONS } from "./options.js";

/** The file that `run` reads if nothing says whom to ask. */
export const CONFIG = "proofmark.json";

/** The options by the names of the configuration's members: `minScore` is --min-score. */
const OPTIONS = Object.fromEntries(
  Object.keys(RUN_OPTIONS)
    .filter((name) => name !== "config" && name !== "header")
    .map((name) => [configMember(name), name]),
);

/** The members of a configuration. */
export const CONFIG_MEMBERS = ["$schema", "url", "headers", ...Object.keys(OPTIONS)];

/** Returns the member of an option: `minScore` for `min-score`. @param {string} option */
export function configMember(option) {
  return option.replace(/-(.)/g, (_, letter) => letter.toUpperCase());
}

/**
 * Adds the options of the configuration to those typed, which take precedence. A typed URL or
 * --targets stands for itself: the configuration's headers are for its own URL.
 *
 * @param {import("../args.js").Args} typed
 * @param {Pick<import("../main.js").Context, "api">} context
 * @returns {Promise<import("../args.js").Args>}
 */
export async function readConfig(typed, { api }) {
  const { operands, options } = typed;
  const named = operands.length > 0 || options.targets !== undefined;
  if (options.config !== undefined && named)
    throw new Refusal(
      "cli.together",
      "--config: cannot be used with a URL or --targets, which the file contains",
    );
  if (named || (options.config === undefined && !existsSync(CONFIG))) return typed;
  const path = options.config ?? CONFIG;
  const text = await readText(path);
  const { canonicalJson } = await api();
  const config = JSON.parse(addPlaceToErrors(path, () => canonicalJson(text)));
  const read = addFileToRefusal(path, () =>
    parse({ name: "run", operands: [0, 1], options: RUN_OPTIONS }, toArguments(config)),
  );
  return { ...typed, operands: read.operands, options: { ...read.options, ...options } };
}

/**
 * Converts a configuration to command-line arguments.
 *
 * @param {unknown} config
 */
function toArguments(config) {
  if (!isObject(config))
    throw new Refusal("cli.config", "expected a JSON object, found another value");
  const { $schema: _, url, headers = {}, ...members } = config;
  if (!isObject(headers)) throw memberError("headers", "an object of headers");
  const words = Object.entries(headers).map(([name, value]) => `--header=${name}: ${value}`);
  for (const [member, value] of Object.entries(members)) {
    const name = OPTIONS[member];
    if (name === undefined)
      throw new Refusal(
        "cli.config",
        `unknown member ${shown(member)}; known are ${CONFIG_MEMBERS.join(", ")}`,
      );
    words.push(...optionArguments(member, name, value));
  }
  if (url !== undefined && typeof url !== "string") throw memberError("url", "text");
  return url === undefined ? words : [...words, "--", url];
}

/** @param {string} member @param {string} name @param {unknown} value */
function optionArguments(member, name, value) {
  const { kind, repeat } = RUN_OPTIONS[name] ?? {};
  if (kind === undefined) {
    if (typeof value !== "boolean") throw memberError(member, "true or false");
    return value ? [`--${name}`] : [];
  }
  const values = Array.isArray(value) ? value : [value];
  if (!values.every((part) => typeof part === "string" || typeof part === "number"))
    throw memberError(member, "text or a number, or a list of them");
  const texts = repeat ? values : [values.join(",")];
  return texts.map((text) => `--${name}=${DATED.includes(name) ? insertDate(`${text}`) : text}`);
}

/** The options whose file names may contain the date. */
const DATED = ["out", "report"];

/** @param {string} path */
const insertDate = (path) => path.replaceAll("{date}", new Date().toISOString().slice(0, 10));

/** @param {string} member @param {string} expected */
const memberError = (member, expected) =>
  new Refusal("cli.config", `${member}: expected ${expected}, found another value`);

/** Adds the file to a refusal of its contents. @template T @param {string} path @param {() => T} act */
function addFileToRefusal(path, act) {
  try {
    return act();
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const [code, message] = error.said;
    throw new Refusal(code, message, path);
  }
}

/** @param {unknown} value @returns {value is Record<string, unknown>} */
const isObject = (value) => typeof value === "object" && value !== null && !Array.isArray(value);
