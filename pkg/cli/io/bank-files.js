// Reads and validates files of banks, manifests and reveals.

import { Refusal } from "../exit.js";
import { readText } from "./files.js";
import { omitUndefined } from "../options.js";
import { addPlaceToErrors } from "./refused.js";
import { isJsonText } from "./tail.js";

/** @typedef {typeof import("../../index.d.ts")} Api */
/** @typedef {{ id: string, root: string }} Bank */
/** @typedef {{ method: string, bank: Bank }} Ground */

/**
 * Reads a valid bank.
 *
 * @param {Api} api
 * @param {string} path
 */
export async function readBank(api, path) {
  const text = await readBankText(api, path);
  addPlaceToErrors(path, () => api.checkBank(text));
  return text;
}

/**
 * Returns the current method, and the bank `text` or the public bank, as a run's first line names
 * them. A run that is aborted before it starts emits that line and asks nothing.
 *
 * @param {Api} api
 * @param {string | undefined} text
 * @returns {Promise<Ground>}
 */
export async function describeMethodAndBank(api, text) {
  const { lines } = await api.evaluate({
    ...{ ask: () => "", subject: "", families: ["science"], signal: AbortSignal.abort() },
    ...omitUndefined({ bank: text }),
  });
  return JSON.parse(`${lines[0]}`).terms;
}

/**
 * Reads a manifest. Verifying an empty file validates it.
 *
 * @param {Api} api
 * @param {string} path
 */
export async function readManifest(api, path) {
  const text = await readBankText(api, path);
  await addPlaceToErrors(path, () => api.verify("", { manifests: [text] }));
  return text;
}

/**
 * Reads reveals, one per line. A single reveal may span several lines.
 *
 * @param {Api} api
 * @param {string} path
 */
export async function readReveals(api, path) {
  const text = await readBankText(api, path);
  // An empty file is most likely a mistake.
  if (text.trim() === "")
    throw new Refusal("file.empty", "file: expected a reveal, found none", path);
  const lines = isJsonText(text) ? [text] : text.split("\n");
  const reveals = [];
  for (const [index, line] of lines.entries()) {
    if (line.trim() === "" && lines.length > 1) continue;
    const place = lines.length > 1 ? `${path}:${index + 1}` : path;
    await addPlaceToErrors(place, () => api.verify("", { reveals: [line] }));
    reveals.push(line);
  }
  return reveals;
}

/**
 * Reads a bank, manifest or reveal file, for a call that validates it.
 *
 * @param {Api} api
 * @param {string} path
 */
export function readBankText(api, path) {
  return readText(path, {
    checkSize: (size) => addPlaceToErrors(path, () => api.checkBankSize(size)),
  });
}
