// Reports unusable lines of a stream on stderr, and counts them.

import { Refusal } from "../exit.js";
import { inputErrorAt, splitLineNumber } from "./refused.js";
import { formatCount, plain } from "../render/text.js";

/** The bytes of blank lines: spaces, tabs and line ends. */
const BLANK = [0x20, 0x09, 0x0d, 0x0a];

/** The maximum number of errors of one code to print; the others are counted. */
export const MOST_OF_A_KIND = 20;

/**
 * @param {string} path The file, or "-" for stdin.
 * @param {boolean | undefined} strict True if the first error ends the command.
 * @param {import("../terminal.js").Output} err
 * @param {string} [records] The file of merged records.
 */
export function createLineErrors(path, strict, err, records) {
  const name = path === "-" ? "stdin" : path;
  /** The number of errors by code. @type {Map<string, number>} */
  const kinds = new Map();
  let count = 0;
  let came = false;
  return {
    get count() {
      return count;
    },
    /** @param {import("../../index.d.ts").LineError} error */
    onError({ line, code, message, records: merged }) {
      const place = `${merged && records !== undefined ? records : name}:${line}`;
      if (strict) throw inputErrorAt(place, code, message);
      count++;
      const kind = (kinds.get(code) ?? 0) + 1;
      kinds.set(code, kind);
      if (kind > MOST_OF_A_KIND) return;
      err.tell(`${plain(`${place}: ${splitLineNumber(message).rest} (${code})`)}\n`);
    },
    /**
     * Yields `chunks`, each after the errors of earlier ones were written. Otherwise a file of bad
     * lines would pile up errors for a slow reader.
     *
     * @param {AsyncIterable<Uint8Array>} chunks
     */
    async *paced(chunks) {
      for await (const chunk of chunks) {
        came ||= !chunk.every((byte) => BLANK.includes(byte));
        yield chunk;
        await err.taken();
      }
    },
    /**
     * Refuses an empty stream, which is most likely a mistake.
     *
     * @param {string} expected
     * @param {boolean} [found] Default: whether there was a line that is not blank.
     */
    checkFound(expected, found = came) {
      if (!found && count === 0)
        throw new Refusal("file.empty", `file: expected ${expected}, found none`, name);
    },
    /** Counts the errors that were not printed. */
    tellOthers() {
      for (const [code, kind] of kinds) {
        const more = formatCount(kind - MOST_OF_A_KIND, "more line");
        if (kind > MOST_OF_A_KIND) err.tell(`${plain(name)}: … and ${more} with ${code}\n`);
      }
    },
    /** @param {string} what happened to the lines @param {string} [one] */
    close(what, one = "line") {
      this.tellOthers();
      if (count > 0) err.tell(`proofmark: ${plain(name)}: ${formatCount(count, one)} ${what}\n`);
    },
  };
}
