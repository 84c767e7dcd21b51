// Storage of runs and files in IndexedDB.

import { openDB } from "idb";

/**
 * A stored run or file, without its content. Runs have a `plan`, which contains no secrets.
 *
 * @typedef {object} Entry
 * @property {string} id
 * @property {string} name
 * @property {number} changed The time of the last change, in milliseconds since 1970.
 * @property {boolean} complete
 * @property {number} bytes
 * @property {number} records
 * @property {{ done: number, all: number } | undefined} [progress]
 * @property {import("../run/plan.js").Plan | undefined} [plan]
 * @property {string} [previous] The id of the run whose questions this one repeats.
 * @property {import("../verify/check.js").Check} [check] The result of verifying the current content.
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
    // Does not block deletion or upgrades by other tabs.
    blocking(_, __, event) {
      opened = undefined;
      /** @type {IDBDatabase} */ (event.target).close();
    },
    // The browser closes it when the user clears the site's data.
    terminated() {
      opened = undefined;
    },
  });
  opened.catch(() => (opened = undefined));
  return opened;
}

/** Returns a new id. `crypto.randomUUID` is missing on pages without TLS. */
export const freshId = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, "0"),
  ).join("");

/** Reports whether storage is available. */
export const hasStorage = () =>
  database().then(
    () => true,
    () => false,
  );

/** @returns {Promise<Entry[]>} newest first */
export async function listEntries() {
  /** @type {Entry[]} */
  const all = await (await database()).getAll(ENTRIES);
  return all.sort((a, b) => b.changed - a.changed);
}

/** @param {string} id @returns {Promise<Entry | undefined>} */
export const readEntry = async (id) => (await database()).get(ENTRIES, id);

/** @param {string} id the keys of all pieces of an entry */
const pieceRange = (id) => IDBKeyRange.bound([id, 0], [id, Infinity]);

/** Returns the file of an entry. @param {string} id */
export async function readFile(id) {
  const parts = await (await database()).getAll(PIECES, pieceRange(id));
  return new Blob(parts, { type: "application/x-ndjson" });
}

/**
 * Writes an entry and a piece of its file in one transaction. Piece 0 replaces the file. Fails if
 * the previous piece is missing, because a file with a gap could not be resumed.
 *
 * @param {Entry} entry
 * @param {{ at: number, piece?: string | Blob }} next `at` is the number of pieces before it
 */
export async function writeEntry(entry, { at, piece }) {
  const transaction = (await database()).transaction([ENTRIES, PIECES], "readwrite");
  const store = transaction.objectStore(PIECES);
  async function put() {
    if (at > 0 && (await store.getKey([entry.id, at - 1])) === undefined)
      throw new Error("piece: the previous piece is missing");
    if (at === 0) await store.delete(pieceRange(entry.id));
    if (piece !== undefined) await store.put(piece, [entry.id, at]);
    await transaction.objectStore(ENTRIES).put(entry);
  }
  await Promise.all([
    put().catch((error) => {
      abortTransaction(transaction);
      throw error;
    }),
    transaction.done,
  ]);
}

/** Changes an entry, if it exists. @param {string} id @param {(entry: Entry) => Entry} change */
export async function updateEntry(id, change) {
  const transaction = (await database()).transaction(ENTRIES, "readwrite");
  const known = await transaction.store.get(id);
  if (known !== undefined) await transaction.store.put(change(known));
  await transaction.done;
}

/** Aborts a transaction, if it is still active. @param {{ abort(): void }} transaction */
function abortTransaction(transaction) {
  try {
    transaction.abort();
  } catch {
    // The error has already ended it.
  }
}

/** @param {string} id */
export async function removeEntry(id) {
  if (!(await hasStorage())) return;
  const transaction = (await database()).transaction([ENTRIES, PIECES], "readwrite");
  await Promise.all([
    transaction.objectStore(ENTRIES).delete(id),
    transaction.objectStore(PIECES).delete(pieceRange(id)),
    transaction.done,
  ]);
}

/** Returns the number of the next piece, after the last one. @param {string} id */
export async function nextPiece(id) {
  const keys = await (await database()).getAllKeys(PIECES, pieceRange(id));
  const [, last = -1] = /** @type {[string, number] | undefined} */ (keys.at(-1)) ?? [];
  return last + 1;
}

const LOCK_PREFIX = "proofmark-run-";

/** Returns the browser's locks, if the page may use them. */
async function lockManager() {
  try {
    await navigator.locks.query();
    return navigator.locks;
  } catch {
    return undefined;
  }
}

/**
 * Runs `work` while holding the lock of an entry. Returns false if another tab holds it. Without
 * lock support, there is assumed to be one tab.
 *
 * @param {string} id
 * @param {() => Promise<void>} work
 * @returns {Promise<boolean>}
 */
export async function withLock(id, work) {
  const free = await lockManager();
  if (free === undefined) return work().then(() => true);
  return free.request(`${LOCK_PREFIX}${id}`, { ifAvailable: true }, async (lock) => {
    if (lock !== null) await work();
    return lock !== null;
  });
}

/** Returns the ids of the runs in progress, in any tab. @returns {Promise<Set<string>>} */
export async function runsInProgress() {
  const { held = [] } = (await (await lockManager())?.query()) ?? {};
  return new Set(held.map(({ name = "" }) => name.slice(LOCK_PREFIX.length)));
}
