// The end of a file of lines that is gone on with: where its whole lines end, and what is torn.

import { open, stat } from "node:fs/promises";
import { Refusal, unreadable } from "./exit.js";
import { longestLine } from "./files.js";

const STEP = 64 * 1024;
const LINE_FEED = 10;

/**
 * @typedef {object} Tail
 * @property {number} size The size of the file.
 * @property {number} end Where its whole lines end.
 * @property {string} before What a whole last line lacks: a line feed, or nothing.
 * @property {Buffer} torn What stands behind them.
 */

/**
 * Where the whole lines of the file at `path` end, which is to be `what`; `null` if there is no
 * file. A last line without a line feed is whole if it is JSON: a torn object is not.
 *
 * @param {string} path
 * @param {string} what
 * @returns {Promise<Tail | null>}
 */
export async function readTail(path, what) {
  try {
    await checkPlain(path, what);
    const handle = await open(path, "r");
    try {
      const { size } = await handle.stat();
      const last = await readBack(handle, size);
      const longest = await longestLine();
      if (last.length > longest)
        throw new Refusal(
          "file.line-too-long",
          `last line: expected at most ${longest} bytes, found more`,
          path,
        );
      const whole = isJson(last.toString());
      return whole
        ? { size, end: size, before: "\n", torn: Buffer.alloc(0) }
        : { size, end: size - last.length, before: "", torn: last };
    } finally {
      await handle.close();
    }
  } catch (error) {
    if (error instanceof Refusal) throw error;
    if (/** @type {NodeJS.ErrnoException} */ (error).code === "ENOENT") return null;
    throw unreadable(path, what, error);
  }
}

/**
 * Refuses what is no plain file before it is opened: a pipe waits for a writer, and a device may
 * have no end.
 *
 * @param {string} path
 * @param {string} what
 */
export async function checkPlain(path, what) {
  if (!(await stat(path)).isFile())
    throw new Refusal("cli.resume-file", `expected ${what}, found no plain file`, path);
}

/**
 * The bytes behind the last line feed; of a line that is too long, more than it may have.
 *
 * @param {import("node:fs/promises").FileHandle} handle
 * @param {number} size
 */
async function readBack(handle, size) {
  const longest = await longestLine();
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
export function isJson(text) {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
