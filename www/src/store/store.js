// What this browser keeps: runs and files, line by line as they come.

import { openDB } from "idb";

/**
 * What is known of an entry without reading it. `plan` is there for runs: whom to ask, and how;
 * never headers, nor a query with a secret in it.
 *
 * @typedef {object} Entry
 * @property {string} id
 * @property {string} name
 * @property {number} changed When, in milliseconds since 1970.
 * @property {boolean} complete
 * @property {number} bytes
 * @property {number} records
 * @property {{ done: number, all: number } | undefined} [progress]
 * @property {import("../run/plan.js").Plan | undefined} [plan]
 */

const ENTRIES = "entries";
const PIECES = "pieces";

/** @type {ReturnType<typeof openDB> | undefined} */
let opened;

async function database() {
  opened ??= openDB("proofmark", 1, {
    upgrade(db) {
      db.createObjectStore(ENTRIES, { keyPath: "id" });
      db.createObjectStore(PIECES);
    },
    // Whoever deletes it, or has another version of it, is not held up.
    blocking(_, __, event) {
      opened = undefined;
      /** @type {IDBDatabase} */ (event.target).close();
    },
    // The browser has closed it, as it does where somebody clears what a site has kept.
    terminated() {
      opened = undefined;
    },
  });
  opened.catch(() => (opened = undefined));
  return opened;
}

/** The id of a new entry. A page that came without TLS has no `randomUUID`. */
export const freshId = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, "0"),
  ).join("");

/** Whether this browser lets the page keep anything. */
export const keeps = () =>
  database().then(
    () => true,
    () => false,
  );

/** @returns {Promise<Entry[]>} newest first */
export async function entries() {
  /** @type {Entry[]} */
  const all = await (await database()).getAll(ENTRIES);
  return all.sort((a, b) => b.changed - a.changed);
}

/** @param {string} id @returns {Promise<Entry | undefined>} */
export const entry = async (id) => (await database()).get(ENTRIES, id);

/** @param {string} id every piece of an entry, in order */
const pieces = (id) => IDBKeyRange.bound([id, 0], [id, Infinity]);

/** The file of an entry. @param {string} id */
export async function fileOf(id) {
  const parts = await (await database()).getAll(PIECES, pieces(id));
  return new Blob(parts, { type: "application/x-ndjson" });
}

/**
 * Writes an entry and, with it, a piece of its file. The first one begins the file anew. Where the one
 * before it is not there, nothing is written: a file with a gap could neither be read nor gone on with.
 *
 * @param {Entry} entry
 * @param {{ at: number, piece?: string | Blob }} next `at` is the number of pieces before it
 */
export async function keep(entry, { at, piece }) {
  const transaction = (await database()).transaction([ENTRIES, PIECES], "readwrite");
  const kept = transaction.objectStore(PIECES);
  async function write() {
    if (at > 0 && (await kept.getKey([entry.id, at - 1])) === undefined)
      throw new Error("piece: expected the one before it to be kept, found none");
    if (at === 0) await kept.delete(pieces(entry.id));
    if (piece !== undefined) await kept.put(piece, [entry.id, at]);
    await transaction.objectStore(ENTRIES).put(entry);
  }
  await Promise.all([
    write().catch((error) => {
      abort(transaction);
      throw error;
    }),
    transaction.done,
  ]);
}

/** Takes back what a transaction has done. @param {{ abort(): void }} transaction */
function abort(transaction) {
  try {
    transaction.abort();
  } catch {
    // It has ended by what failed.
  }
}

/** @param {string} id */
export async function remove(id) {
  if (!(await keeps())) return;
  const transaction = (await database()).transaction([ENTRIES, PIECES], "readwrite");
  await Promise.all([
    transaction.objectStore(ENTRIES).delete(id),
    transaction.objectStore(PIECES).delete(pieces(id)),
    transaction.done,
  ]);
}

/** The number of the next piece: behind the last one, also where one before it is missing. @param {string} id */
export async function nextPiece(id) {
  const keys = await (await database()).getAllKeys(PIECES, pieces(id));
  const [, last = -1] = /** @type {[string, number] | undefined} */ (keys.at(-1)) ?? [];
  return last + 1;
}

const HELD = "proofmark-run-";

/** The locks of the browser, where it has them and lets the page have them. */
async function locks() {
  try {
    await navigator.locks.query();
    return navigator.locks;
  } catch {
    return undefined;
  }
}

/**
 * Does `work` while no other page of this browser has the entry under way, and answers whether it
 * could. A browser without locks is believed to have one page.
 *
 * @param {string} id
 * @param {() => Promise<void>} work
 * @returns {Promise<boolean>}
 */
export async function alone(id, work) {
  const free = await locks();
  if (free === undefined) return work().then(() => true);
  return free.request(`${HELD}${id}`, { ifAvailable: true }, async (lock) => {
    if (lock !== null) await work();
    return lock !== null;
  });
}

/** The entries that a page of this browser has under way. @returns {Promise<Set<string>>} */
export async function underWay() {
  const { held = [] } = (await (await locks())?.query()) ?? {};
  return new Set(held.map(({ name = "" }) => name.slice(HELD.length)));
}
