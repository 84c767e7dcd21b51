// The same work as plain JavaScript would do it: every line through JSON.parse, every reply through
// the standard's two patterns, and the answer held to what the record says.

import { readFileSync, readdirSync } from "node:fs";

import { read } from "../grade/reference.mjs";

const BANK = new URL("../../src/bank/public/", import.meta.url);

/** The options of every question of the public bank, the right one first. */
const options = new Map(
  readdirSync(BANK).flatMap((name) => {
    const { items } = JSON.parse(readFileSync(new URL(name, BANK), "utf8"));
    return items.map((/** @type {any} */ item) => [item.id, [item.right, ...item.wrong]]);
  }),
);

/**
 * Grades the records of a file again; says how many there are and how many say something else.
 *
 * @param {AsyncIterable<Uint8Array>} chunks
 */
export async function regrade(chunks) {
  const decoder = new TextDecoder();
  let rest = "";
  let records = 0;
  let wrong = 0;
  for await (const chunk of chunks) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) {
      const { data } = JSON.parse(line);
      if (data === undefined) continue;
      records++;
      const choice = data.choiceOrder !== undefined;
      const known = choice ? options.get(data.questionId) : undefined;
      const asked = known && data.choiceOrder.map((/** @type {number} */ at) => known[at]);
      const kind = choice ? "choice" : "math";
      const [outcome] = read(kind, data.response, asked, data.expected);
      if (outcome !== data.outcome) wrong++;
    }
  }
  return { records, wrong };
}
