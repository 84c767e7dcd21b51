// Banks, their manifests and reveals: from files to texts that the core has accepted, and back.

import { readText } from "./files.js";
import { given } from "./options.js";
import { at } from "./refused.js";

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
  return JSON.parse(`${lines[0]}`);
}

/**
 * The text of what verification takes beside a record file. Verifying nothing reads it, and holds
 * no record to it.
 *
 * @param {Api} api
 * @param {"manifests" | "reveals"} what
 * @param {string} path
 */
export async function readEvidence(api, what, path) {
  const text = await bankText(api, path);
  at(path, () => api.verify("", { [what]: [text] }));
  return text;
}

/**
 * The text of a file of a bank, or about one, for a call that holds it to the rules by itself.
 *
 * @param {Api} api
 * @param {string} path
 */
export function bankText(api, path) {
  return readText(path, (size) => at(path, () => api.checkBankSize(size)));
}
