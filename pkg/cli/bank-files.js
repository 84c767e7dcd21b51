// Banks, their manifests and reveals: from files to texts that the core has accepted, and back.

import { Refusal } from "./exit.js";
import { readText } from "./files.js";
import { given } from "./options.js";
import { at } from "./refused.js";
import { isJson } from "./tail.js";

/** @typedef {typeof import("../index.d.ts")} Api */
/** @typedef {{ id: string, root: string }} Bank */
/** @typedef {{ method: string, bank: Bank }} Ground */

/**
 * The text of a bank that keeps every rule.
 *
 * @param {Api} api
 * @param {string} path
 */
export async function readBank(api, path) {
  const text = await bankText(api, path);
  at(path, () => api.checkBank(text));
  return text;
}

/**
 * The method that a run asks by and the bank that it asks science out of, as its first line names
 * them: that of `text`, or the public one. A run that is stopped before it begins says so and asks
 * nothing.
 *
 * @param {Api} api
 * @param {string | undefined} text
 * @returns {Promise<Ground>}
 */
export async function groundOf(api, text) {
  const { lines } = await api.evaluate({
    ...{ ask: () => "", subject: "", families: ["science"], signal: AbortSignal.abort() },
    ...given({ bank: text }),
  });
  return JSON.parse(`${lines[0]}`).terms;
}

/**
 * The text of a manifest. Verifying nothing reads it, and holds no record to it.
 *
 * @param {Api} api
 * @param {string} path
 */
export async function readManifest(api, path) {
  const text = await bankText(api, path);
  at(path, () => api.verify("", { manifests: [text] }));
  return text;
}

/**
 * The same of reveals, of which a file has one a line; one alone may be spread over lines.
 *
 * @param {Api} api
 * @param {string} path
 */
export async function readReveals(api, path) {
  const text = await bankText(api, path);
  // It is most likely another file than was meant.
  if (text.trim() === "")
    throw new Refusal("file.empty", "file: expected a reveal, found none", path);
  const lines = isJson(text) ? [text] : text.split("\n");
  return lines.flatMap((line, index) => {
    if (line.trim() === "" && lines.length > 1) return [];
    at(lines.length > 1 ? `${path}:${index + 1}` : path, () => api.verify("", { reveals: [line] }));
    return [line];
  });
}

/**
 * The text of a file of a bank, or about one, for a call that holds it to the rules by itself.
 *
 * @param {Api} api
 * @param {string} path
 */
export function bankText(api, path) {
  return readText(path, { checkSize: (size) => at(path, () => api.checkBankSize(size)) });
}
