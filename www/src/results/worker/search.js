// Searches the texts of records: agent, question id, right answer and reply.

import { chunks } from "../../file-chunks.js";

/** The maximum length of a searched reply, in characters. */
const MAX_REPLY = 2000;

/** @typedef {import("proofmark/suite").Listing} Listing */
/** Returns a function that reports whether a row contains the text, or undefined for an empty text. @typedef {(text: string) => Promise<((index: number) => boolean) | undefined>} Search */

/**
 * Reads the replies on the first search, in lower case.
 *
 * @param {Listing} listing
 * @param {Blob} blob
 * @returns {Search}
 */
export function createSearch({ rows, subjects }, blob) {
  /** @type {Promise<Map<number, string>> | undefined} */
  let reading;
  return async (text) => {
    if (text === "") return undefined;
    const wanted = text.toLowerCase();
    const replies = await (reading ??= readReplies(blob));
    const found = subjects.map((subject) => subject.toLowerCase().includes(wanted));
    return (index) => {
      const row = rows[index];
      if (row === undefined) return false;
      return (
        found[row.subject] === true ||
        row.question.toLowerCase().includes(wanted) ||
        replies.get(row.line)?.includes(wanted) === true
      );
    };
  };
}

/** Returns the right answers and replies by line, from 1. @param {Blob} blob */
async function readReplies(blob) {
  /** @type {Map<number, string>} */
  const replies = new Map();
  const decoder = new TextDecoder();
  let rest = "";
  let number = 0;
  const add = (/** @type {string} */ line) => {
    number += 1;
    try {
      const { data } = JSON.parse(line);
      const texts = [data?.expected, data?.response, data?.cause].filter(
        (value) => typeof value === "string" || typeof value === "number",
      );
      if (texts.length > 0) replies.set(number, texts.join("\n").slice(0, MAX_REPLY).toLowerCase());
    } catch {
      // A torn line has no texts.
    }
  };
  for await (const chunk of chunks(blob)) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) add(line);
  }
  add(rest);
  return replies;
}
