// Gives stored items distinct names.

import { listEntries } from "./store.js";

/** The extension, in front of which a number is inserted. */
const EXTENSION = /\.(?:ndjson|jsonl|json)$/i;

/**
 * Returns the names, each with a number if it is taken by a stored item or by an earlier name.
 *
 * @param {string[]} names
 */
export async function uniqueNames(names) {
  // Without storage no name is taken.
  const kept = await listEntries().catch(() => []);
  const taken = new Set(kept.map(({ name }) => name));
  return names.map((name) => {
    const free = freeName(name, taken);
    taken.add(free);
    return free;
  });
}

/** @param {string} name @param {Set<string>} taken */
function freeName(name, taken) {
  const [end = ""] = EXTENSION.exec(name) ?? [];
  const start = name.slice(0, name.length - end.length);
  let free = name;
  for (let number = 2; taken.has(free); number++) free = `${start} (${number})${end}`;
  return free;
}
