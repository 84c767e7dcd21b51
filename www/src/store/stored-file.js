// Opens stored runs and files.

import { setStoredId } from "../handover.js";
import { entry, fileOf } from "./store.js";

/** @typedef {{ id: string, name: string, changed: number, blob: Blob }} StoredFile */

/** Returns a stored file, if it can be read. @param {string} id @returns {Promise<StoredFile | undefined>} */
export async function storedFile(id) {
  try {
    const found = await entry(id);
    if (found === undefined) return undefined;
    const { name, changed } = found;
    return { id, name, changed, blob: await fileOf(id) };
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
