// Banks, their manifests and reveals: from files to texts that the core has accepted, and back.

import { closeSync, existsSync, openSync, unlinkSync, writeSync } from "node:fs";
import { Refusal, unwritable, unwritten } from "./exit.js";
import { readText } from "./files.js";
import { given } from "./options.js";
import { at } from "./refused.js";

/** @typedef {typeof import("../index.d.ts")} Api */
/** @typedef {{ id: string, root: string }} Bank */

/**
 * The text of a bank that keeps every rule.
 *
 * @param {Api} api
 * @param {string} path
 */
export async function readBank(api, path) {
  const text = await read(api, path);
  at(path, () => api.checkBank(text));
  return text;
}

/**
 * The bank that a run asks science out of, as its first line names it: that of `text`, or the public
 * one. A run that is stopped before it begins says so and asks nothing.
 *
 * @param {Api} api
 * @param {string | undefined} text
 * @returns {Promise<Bank>}
 */
export async function bankOf(api, text) {
  const { lines } = await api.evaluate({
    ...{ ask: () => "", subject: "", families: ["science"], signal: AbortSignal.abort() },
    ...given({ bank: text }),
  });
  return JSON.parse(`${lines[0]}`).bank;
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
  const text = await read(api, path);
  at(path, () => api.verify("", { [what]: [text] }));
  return text;
}

/**
 * Writes new files, all or none of them.
 *
 * @param {{ path: string, text: string, mode?: number }[]} files
 */
export function writeNew(files) {
  const there = files.find(({ path }) => existsSync(path));
  if (there !== undefined) {
    throw new Refusal("cli.file-exists", "expected no such file, found one", there.path);
  }
  /** @type {string[]} */
  const written = [];
  try {
    for (const { path, text, mode = 0o666 } of files) {
      const file = create(path, mode);
      written.push(path);
      write(path, file, text);
    }
  } catch (error) {
    for (const path of written) unlinkSync(path);
    throw error;
  }
}

/** @param {Api} api @param {string} path */
function read(api, path) {
  return readText(path, (size) => at(path, () => api.checkBankSize(size)));
}

/** @param {string} path @param {number} mode */
function create(path, mode) {
  try {
    return openSync(path, "wx", mode);
  } catch (error) {
    throw unwritable(path, "to be able to make it", error);
  }
}

/** @param {string} path @param {number} file @param {string} text */
function write(path, file, text) {
  try {
    const bytes = Buffer.from(text);
    for (let from = 0; from < bytes.length;) from += writeSync(file, bytes, from);
  } catch (error) {
    throw unwritten(path, error);
  } finally {
    closeSync(file);
  }
}
