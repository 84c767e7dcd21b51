// Indexes the lines of a file, so that each can be read by itself.

import { chunks } from "../../file-chunks.js";

const LINE_FEED = 0x0a;

/** @param {Blob} blob */
export function createLineIndex(blob) {
  /** The end offset of each line, after its line feed. */
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

  /** Returns the start offset of a line, from 1. @param {number} line */
  const start = (line) => (line === 1 ? 0 : (ends[line - 2] ?? 0));

  return {
    /** Yields the bytes of the file and indexes its lines. @param {(bytes: number) => void} [onProgress] */
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
    /** Returns the text of a line, from 1. @param {number} line */
    async text(line) {
      return blob.slice(start(line), ends[line - 1] ?? blob.size).text();
    },
    /** Returns the file without the given lines, which must ascend. @param {number[]} lines */
    without(lines) {
      if (lines.length === 0) return blob;
      const from = [0, ...lines.map((line) => ends[line - 1] ?? blob.size)];
      const to = [...lines.map(start), blob.size];
      return new Blob(from.map((from, at) => blob.slice(from, to[at])));
    },
  };
}
