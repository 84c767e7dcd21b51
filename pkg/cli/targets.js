// Whom a run asks: one URL, or the lines of a file.

import { Refusal } from "./exit.js";
import { linesOf, openChunks } from "./files.js";
import { plain, shown } from "./render/text.js";

/** @typedef {typeof import("../index.d.ts")} Api */
/** @typedef {import("../index.d.ts").Target} Target */
/** @typedef {import("../index.d.ts").RunOptions} RunOptions */
/** @typedef {{ target: Target, subject: string, line?: number }} Asked */

/** What a line may say. How all of them are asked, and where requests may go, is said by options. */
const MEMBERS = [
  ...["endpoint", "subject", "registry", "protocol", "headers", "model", "jsonBody"],
  ...["replyPointer", "tool", "argument", "uaid", "agentUrl", "crossOrigin"],
];

/**
 * The one target of a URL.
 *
 * @param {Api} api
 * @param {Target} target
 * @param {RunOptions} options
 * @returns {Promise<Asked[]>}
 */
export async function oneTarget(api, target, options) {
  return [{ target, subject: await subjectOf(api, target, options) }];
}

/**
 * The targets of an NDJSON file, each with its line. `defaults` go behind what a line says.
 *
 * @param {Api} api
 * @param {string} path
 * @param {Partial<Target>} defaults
 * @param {RunOptions} options
 * @returns {Promise<Asked[]>}
 */
export async function readTargets(api, path, defaults, options) {
  /** @type {Map<string, Asked>} */
  const asked = new Map();
  for await (const { number, text } of linesOf(path, (await openChunks(path)).chunks)) {
    if (text.trim() === "") continue;
    const where = `${plain(path)}:${number}`;
    const target = { ...defaults, ...parseTarget(where, text) };
    // What all targets have in common is checked once.
    const common = asked.size === 0 ? options : { families: /** @type {["math"]} */ (["math"]) };
    const subject = await at(where, () => subjectOf(api, target, common));
    const twice = asked.get(subject);
    if (twice !== undefined) {
      throw new Refusal(
        `${where}: expected each subject once, found the subject of line ${twice.line} again`,
      );
    }
    asked.set(subject, { target, subject, line: number });
  }
  if (asked.size === 0)
    throw new Refusal(`${plain(path)}: expected at least one target, found none`);
  return [...asked.values()];
}

/**
 * The id that a target is asked as. An evaluation that is stopped before it begins checks
 * everything and asks nothing.
 *
 * @param {Api} api
 * @param {Target} target
 * @param {RunOptions} options
 */
async function subjectOf(api, target, options) {
  const { subject } = await api.evaluate({ ...options, ...target, signal: AbortSignal.abort() });
  return subject;
}

/** @param {string} where @param {string} text @returns {Target} */
function parseTarget(where, text) {
  let found;
  try {
    found = JSON.parse(text);
  } catch {
    throw new Refusal(`${where}: expected a JSON object, found no JSON`);
  }
  if (typeof found === "object" && found !== null && !Array.isArray(found)) {
    const stranger = Object.keys(found).find((name) => !MEMBERS.includes(name));
    if (stranger === undefined) return found;
    throw new Refusal(
      `${where}: expected members out of ${MEMBERS.join(", ")}, found ${shown(stranger)}`,
    );
  }
  throw new Refusal(
    `${where}: expected a JSON object such as {"endpoint":"https://…"}, found another value`,
  );
}

/** @template T @param {string} where @param {() => Promise<T>} act @returns {Promise<T>} */
async function at(where, act) {
  try {
    return await act();
  } catch (error) {
    throw new Refusal(`${where}: ${error instanceof Error ? error.message : error}`);
  }
}
