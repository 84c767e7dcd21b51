// What a stream could not use: a line on stderr for each, and a count at the end.

import { Refusal } from "./exit.js";
import { counted, plain } from "./render/text.js";

/**
 * @param {string} path What the lines are of; "-" is what is piped in.
 * @param {boolean | undefined} strict Whether the first ends the command.
 * @param {import("./terminal.js").Output} err
 * @param {string} [records] What the lines of merged records are of.
 */
export function createLineErrors(path, strict, err, records) {
  const name = path === "-" ? "stdin" : plain(path);
  let count = 0;
  return {
    get count() {
      return count;
    },
    /** @param {import("../index.d.ts").LineError} error */
    onError({ line, code, message, records: merged }) {
      const file = merged && records !== undefined ? plain(records) : name;
      const text = `${file}:${line}: ${code}: ${plain(message)}`;
      if (strict) throw new Refusal(text);
      count++;
      err.tell(`${text}\n`);
    },
    /** @param {string} what became of them @param {string} [one] */
    close(what, one = "line") {
      if (count > 0) err.tell(`proofmark: ${name}: ${counted(count, one)} ${what}\n`);
    },
  };
}
