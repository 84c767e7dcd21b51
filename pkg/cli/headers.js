// Request headers from the command line. Their values are secrets: they stand in no message.

import { Refusal } from "./exit.js";
import { readText } from "./files.js";
import { shown } from "./render/text.js";

const NAME = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;

/**
 * The texts of `--header`, those of a file in place of its name: `@FILE` has one header a line.
 *
 * @param {string[]} texts
 */
export async function headerTexts(texts) {
  const read = async (/** @type {string} */ text) =>
    text.startsWith("@")
      ? (await readText(text.slice(1))).split(/\r?\n/).filter((line) => line.trim() !== "")
      : [text];
  return (await Promise.all(texts.map(read))).flat();
}

/**
 * Headers by name from texts such as `authorization: Bearer ${API_KEY}`. `${NAME}` is replaced by
 * the environment's value, so that a key need not stand in the shell's history.
 *
 * @param {string[]} texts
 * @param {NodeJS.ProcessEnv} env
 * @returns {Record<string, string>}
 */
export function parseHeaders(texts, env) {
  /** @type {Map<string, string>} */
  const headers = new Map();
  for (const text of texts) {
    const colon = text.indexOf(":");
    const name = text.slice(0, Math.max(colon, 0)).trim();
    if (!NAME.test(name)) throw new Refusal("--header: expected 'NAME: VALUE', found another form");
    if (headers.has(name.toLowerCase())) {
      throw new Refusal(`--header: expected ${shown(name)} once, found twice`);
    }
    headers.set(name.toLowerCase(), expanded(text.slice(colon + 1).trim(), name, env));
  }
  return Object.fromEntries(headers);
}

/** @param {string} value @param {string} name @param {NodeJS.ProcessEnv} env */
function expanded(value, name, env) {
  for (const [, variable = ""] of value.matchAll(/\$([A-Z_][A-Z0-9_]*)/g)) {
    // Sent as it stands, this would be a wrong key and a puzzling 401.
    if (env[variable] === undefined) continue;
    throw new Refusal(
      `--header ${name}: expected \${${variable}} for the environment's value, found $${variable}`,
    );
  }
  return value.replace(/\$\{([A-Za-z_][A-Za-z0-9_]*)\}/g, (_, variable) => {
    const found = env[variable];
    if (found) return found;
    throw new Refusal(
      `--header ${name}: expected ${variable} in the environment, found ${found === "" ? "it empty" : "none"}`,
    );
  });
}
