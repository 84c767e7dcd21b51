// Opens stored runs and files.

import { setStoredId } from "../handover.js";
import { readEntry, readFile } from "./store.js";

/** @typedef {Pick<import("./store.js").Entry, "id" | "name" | "changed" | "check"> & { blob: Blob }} StoredFile */

/** Returns a stored file, if it can be read. @param {string} id @returns {Promise<StoredFile | undefined>} */
export async function readStoredFile(id) {
  try {
    const found = await readEntry(id);
    if (found === undefined) return undefined;
    const { name, changed, check } = found;
    return { id, name, changed, check, blob: await readFile(id) };
  } catch {
    return undefined;
  }
}

/** Returns a stored file as a `File` with its name. @param {StoredFile} stored */
export function toFile({ id, name, blob }) {
  const file = new File([blob], name);
  setStoredId(file, id);
  return file;
}
