// Parses request headers from the command line. Their values are secret, so no message shows them.

import { Refusal } from "../exit.js";
import { readText } from "./files.js";
import { shown } from "../render/text.js";

const NAME = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;

/**
 * A header from the command line, or from a line of a file.
 *
 * @typedef {{ text: string, place?: string }} Given
 */

/**
 * Reads the headers of `--header`.
 *
 * @param {string[] | undefined} texts
 * @param {Pick<import("../main.js").Context, "api" | "env">} context
 */
export async function readHeaders(texts, { api, env }) {
  if (texts === undefined) return undefined;
  const { isSecretHeader } = await api();
  return parseHeaders(await expandHeaderFiles(texts), env, isSecretHeader);
}

/**
 * Returns the texts of `--header`, with `@FILE` replaced by the lines of the file.
 *
 * @param {string[]} texts
 * @returns {Promise<Given[]>}
 */
async function expandHeaderFiles(texts) {
  const read = async (/** @type {string} */ text) => {
    if (!/^@./s.test(text)) return [{ text }];
    const path = text.slice(1);
    const lines = (await readText(path)).split(/\r?\n/);
    const placed = lines.map((text, index) => ({ text, place: `${path}:${index + 1}` }));
    return placed.filter(({ text }) => text.trim() !== "");
  };
  return (await Promise.all(texts.map(read))).flat();
}

/**
 * Parses texts such as `authorization: Bearer ${API_KEY}`, with `${NAME}` replaced from the
 * environment. Refuses a typed secret, because arguments are visible in the shell's history and the
 * process list.
 *
 * @param {Given[]} texts
 * @param {NodeJS.ProcessEnv} env
 * @param {(name: string) => boolean} isSecret
 * @returns {Record<string, string>}
 */
export function parseHeaders(texts, env, isSecret) {
  /** @type {Map<string, string>} */
  const headers = new Map();
  for (const { text, place } of texts) {
    const colon = text.indexOf(":");
    const name = text.slice(0, Math.max(colon, 0)).trim();
    if (!NAME.test(name))
      throw new Refusal(
        "exchange.header",
        "--header: expected 'NAME: VALUE', found another form",
        place,
      );
    if (headers.has(name.toLowerCase())) {
      throw new Refusal("exchange.header", `--header: ${shown(name)} is given twice`, place);
    }
    const value = text.slice(colon + 1).trim();
    const sent = expandVariables(value, { thing: `--header ${name}`, place }, env);
    if (place === undefined && sent === value && isSecret(name)) {
      const scheme = /^(?:Basic|Bearer) /i.exec(value)?.[0] ?? "";
      throw new Refusal(
        "cli.secret",
        `--header ${name}: a secret must not be typed out; set a variable and write --header '${name}: ${scheme}\${NAME}' in single quotes, or use --header @FILE`,
      );
    }
    headers.set(name.toLowerCase(), sent);
  }
  return Object.fromEntries(headers);
}

/**
 * Replaces `${NAME}` from the environment.
 *
 * @param {string} value
 * @param {{ thing: string, place?: string | undefined }} where The name to use in messages, and the line of the file.
 * @param {NodeJS.ProcessEnv} env
 * @param {(value: string) => string} [encode]
 */
export function expandVariables(value, { thing, place }, env, encode = (value) => value) {
  for (const [, variable = ""] of value.matchAll(/\$([A-Z_][A-Z0-9_]*)/g)) {
    // Sending $NAME literally would cause a puzzling 401.
    if (env[variable] === undefined) continue;
    throw new Refusal(
      "cli.environment",
      `${thing}: write \${${variable}} for the value of the environment variable, not $${variable}`,
      place,
    );
  }
  return value.replace(/\$\{([A-Za-z_][A-Za-z0-9_]*)\}/g, (_, variable) => {
    const found = env[variable];
    if (found) return encode(found);
    throw new Refusal(
      "cli.environment",
      `${thing}: the environment variable ${variable} is ${found === "" ? "empty" : "not set"}`,
      place,
    );
  });
}
