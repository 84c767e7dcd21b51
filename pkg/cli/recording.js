// The replies of a live run while it writes them: one line each, so that an interrupted run can be
// gone on with.

import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { Refusal, reason } from "./exit.js";
import { createRecordFile, extendRecordFile } from "./record-file.js";
import { plain } from "./render/text.js";

const LINE_FEED = 10;

/**
 * The file at `path`: what stands in it as whole lines, and where more go. Without `resume` there
 * must be none.
 *
 * @param {string} path
 * @param {boolean} resume
 */
export async function openRecording(path, resume) {
  if (!resume || !existsSync(path)) {
    return { earlier: new Uint8Array(), replies: 0, torn: false, file: createRecordFile(path) };
  }
  const bytes = await readFile(path).catch((error) => {
    throw new Refusal(`${plain(path)}: expected a readable file, found ${reason(error)}`);
  });
  const size = bytes.length;
  const end = bytes.lastIndexOf(LINE_FEED) + 1;
  const earlier = bytes.subarray(0, end);
  // The first line says whose answers they are.
  const replies = earlier.reduce((lines, byte) => lines + Number(byte === LINE_FEED), 0) - 1;
  const file = extendRecordFile(path, { size, end, before: "" });
  return { earlier, replies: Math.max(0, replies), torn: end < size, file };
}
