// The baseline for verification: JSON.parse for every line, the standard's two patterns for every
// reply, and a comparison with the recorded outcome.

import { readFileSync, readdirSync } from "node:fs";

import { read } from "../grade/reference.mjs";

const BANK = new URL("../../src/bank/public/", import.meta.url);

/** Maps the ids of the public bank's questions to their options, the correct one first. */
const options = new Map(
  readdirSync(BANK).flatMap((name) => {
    const { items } = JSON.parse(readFileSync(new URL(name, BANK), "utf8"));
    return items.map((/** @type {any} */ item) => [item.id, [item.right, ...item.wrong]]);
  }),
);

/**
 * Grades the records of a file again. Returns the number of records, and of different outcomes.
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
