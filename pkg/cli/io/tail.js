// Finds the end of the complete lines of a file to resume.

import { open, stat } from "node:fs/promises";
import { Refusal, readError } from "../exit.js";
import { maxLineLength } from "./files.js";

const STEP = 64 * 1024;
const LINE_FEED = 10;

/**
 * @typedef {object} Tail
 * @property {number} size The size of the file.
 * @property {number} end The end of its complete lines.
 * @property {string} before The line feed that a complete last line lacks, or "".
 * @property {Buffer} torn The bytes after the complete lines.
 */

/**
 * Reads the tail of the file at `path`; `null` if there is none. `what` names the expected file. A
 * last line without a line feed is complete if it is valid JSON.
 *
 * @param {string} path
 * @param {string} what
 * @returns {Promise<Tail | null>}
 */
export async function readTail(path, what) {
  try {
    await refuseIrregular(path, what);
    const handle = await open(path, "r");
    try {
      const { size } = await handle.stat();
      const last = await readLastLine(handle, size);
      const longest = await maxLineLength();
      if (last.length > longest)
        throw new Refusal("file.line-too-long", `last line: longer than ${longest} bytes`, path);
      const whole = isJsonText(last.toString());
      return whole
        ? { size, end: size, before: "\n", torn: Buffer.alloc(0) }
        : { size, end: size - last.length, before: "", torn: last };
    } finally {
      await handle.close();
    }
  } catch (error) {
    if (error instanceof Refusal) throw error;
    if (/** @type {NodeJS.ErrnoException} */ (error).code === "ENOENT") return null;
    throw readError(path, what, error);
  }
}

/**
 * Refuses anything but a regular file before opening it: a pipe waits for a writer, and a device
 * may be endless.
 *
 * @param {string} path
 * @param {string} what
 */
export async function refuseIrregular(path, what) {
  if (!(await stat(path)).isFile())
    throw new Refusal("cli.resume-file", `expected ${what}, found no plain file`, path);
}

/**
 * Returns the bytes after the last line feed. Stops once they exceed the maximum length of a line.
 *
 * @param {import("node:fs/promises").FileHandle} handle
 * @param {number} size
 */
async function readLastLine(handle, size) {
  const longest = await maxLineLength();
  /** @type {Buffer[]} */
  const parts = [];
  for (let length = 0; length < size && length <= longest;) {
    const step = Math.min(STEP, size - length);
    const { buffer } = await handle.read(Buffer.alloc(step), 0, step, size - length - step);
    const feed = buffer.lastIndexOf(LINE_FEED);
    parts.unshift(buffer.subarray(feed + 1));
    if (feed >= 0) break;
    length += step;
  }
  return Buffer.concat(parts);
}

/** @param {string} text */
export function isJsonText(text) {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
