// Names under which this browser keeps what it keeps: two runs of one agent, and two files out of two
// folders, are called the same by whoever made them.

import { entries } from "./store.js";

/** How the names of files end that are kept here: a number stands before that. */
const END = /\.(?:ndjson|jsonl|json)$/i;

/**
 * The names, each with a number where it would be that of something else that is kept, or of one
 * before it.
 *
 * @param {string[]} names
 */
export async function freeNames(names) {
  // Where nothing can be read, nothing is mistaken for anything.
  const kept = await entries().catch(() => []);
  const taken = new Set(kept.map(({ name }) => name));
  return names.map((name) => {
    const free = freeName(name, taken);
    taken.add(free);
    return free;
  });
}

/** @param {string} name @param {Set<string>} taken */
function freeName(name, taken) {
  const [end = ""] = END.exec(name) ?? [];
  const start = name.slice(0, name.length - end.length);
  let free = name;
  for (let number = 2; taken.has(free); number++) free = `${start} (${number})${end}`;
  return free;
}
