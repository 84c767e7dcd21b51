// What a stream could not use: a line on stderr for each, and a count at the end; or nothing in it.

import { Refusal } from "./exit.js";
import { ofLine, refusedAt } from "./refused.js";
import { counted, plain } from "./render/text.js";

/** What lines that are passed over are made of: spaces, tabs and the ends of lines. */
const BLANK = [0x20, 0x09, 0x0d, 0x0a];

/**
 * @param {string} path What the lines are of; "-" is what is piped in.
 * @param {boolean | undefined} strict Whether the first ends the command.
 * @param {import("./terminal.js").Output} err
 * @param {string} [records] What the lines of merged records are of.
 */
export function createLineErrors(path, strict, err, records) {
  const name = path === "-" ? "stdin" : path;
  let count = 0;
  let came = false;
  return {
    get count() {
      return count;
    },
    /** @param {import("../index.d.ts").LineError} error */
    onError({ line, code, message, records: merged }) {
      const place = `${merged && records !== undefined ? records : name}:${line}`;
      if (strict) throw refusedAt(place, code, message);
      count++;
      err.tell(`${plain(`${place}: ${code}: ${ofLine(message).rest}`)}\n`);
    },
    /**
     * `chunks`, each of which comes when what was said of those before it has been taken: a file of
     * bad lines must not pile up in front of a slow reader.
     *
     * @param {AsyncIterable<Uint8Array>} chunks
     */
    async *behind(chunks) {
      for await (const chunk of chunks) {
        came ||= !chunk.every((byte) => BLANK.includes(byte));
        yield chunk;
        await err.taken();
      }
    },
    /**
     * Refuses a stream in which there was nothing to work on, as what is read whole is refused: it is
     * most likely another one than was meant.
     *
     * @param {string} expected
     * @param {boolean} [found] Default: whether anything but blank lines came.
     */
    checkFound(expected, found = came) {
      if (!found && count === 0)
        throw new Refusal("file.empty", `file: expected ${expected}, found none`, name);
    },
    /** @param {string} what became of them @param {string} [one] */
    close(what, one = "line") {
      if (count > 0) err.tell(`proofmark: ${plain(name)}: ${counted(count, one)} ${what}\n`);
    },
  };
}
