// Passes a file from one view to another.

/** The view that receives the file. @typedef {"results" | "verify"} To */

/** @type {{ file: File, to: To } | undefined} */
let pending;

/** The ids of stored files. @type {WeakMap<File, string>} */
const storedIds = new WeakMap();

/** @param {File} file @param {To} to @param {string} [id] by which this browser keeps it */
export function handOver(file, to, id) {
  if (id !== undefined) storedIds.set(file, id);
  pending = { file, to };
  location.hash = `#/${to}`;
  window.dispatchEvent(new Event("handover"));
}

/** Returns the id of a stored file; it may have been deleted since. @param {File} file */
export const storedId = (file) => storedIds.get(file);

/** Records that a file is stored. @param {File} file @param {string} id */
export const setStoredId = (file, id) => void storedIds.set(file, id);

/** Returns the file that was passed to a view, and clears it. @param {To} to */
export function takeHandedOverFile(to) {
  if (pending?.to !== to) return undefined;
  const { file } = pending;
  pending = undefined;
  return file;
}
