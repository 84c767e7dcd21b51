// Where the lines of a file are, so that each can be read by itself.

import { chunks } from "../chunks.js";

const LINE_FEED = 0x0a;

/** @param {Blob} blob */
export function createLines(blob) {
  /** Where each line ends, its line feed included. */
  let ends = new Float64Array(1024);
  let count = 0;

  /** @param {number} end */
  function add(end) {
    if (count === ends.length) {
      const longer = new Float64Array(2 * count);
      longer.set(ends);
      ends = longer;
    }
    ends[count++] = end;
  }

  /** Where a line, from 1, begins. @param {number} line */
  const start = (line) => (line === 1 ? 0 : (ends[line - 2] ?? 0));

  return {
    /** The bytes of the file; the lines are found as it is read. @param {(bytes: number) => void} [onProgress] */
    async *read(onProgress) {
      count = 0;
      let at = 0;
      for await (const bytes of chunks(blob, onProgress)) {
        for (
          let found = bytes.indexOf(LINE_FEED);
          found >= 0;
          found = bytes.indexOf(LINE_FEED, found + 1)
        ) {
          add(at + found + 1);
        }
        at += bytes.length;
        yield bytes;
      }
      if (count === 0 || ends[count - 1] !== at) add(at);
    },
    /** The text of a line, from 1. @param {number} line */
    async text(line) {
      return blob.slice(start(line), ends[line - 1] ?? blob.size).text();
    },
    /** The file without some of its lines, which ascend. @param {number[]} lines */
    without(lines) {
      if (lines.length === 0) return blob;
      const from = [0, ...lines.map((line) => ends[line - 1] ?? blob.size)];
      const to = [...lines.map(start), blob.size];
      return new Blob(from.map((from, at) => blob.slice(from, to[at])));
    },
  };
}
