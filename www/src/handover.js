// A file that one view hands to another.

/** @typedef {"results" | "verify"} To */

/** @type {{ file: File, to: To } | undefined} */
let waiting;

/** The files that this browser keeps, by the id of what it keeps. @type {WeakMap<File, string>} */
const kept = new WeakMap();

/** @param {File} file @param {To} to @param {string} [id] by which this browser keeps it */
export function handOver(file, to, id) {
  if (id !== undefined) kept.set(file, id);
  waiting = { file, to };
  location.hash = `#/${to}`;
  window.dispatchEvent(new Event("handover"));
}

/** By which id this browser keeps a file, as far as it is known: it may have been deleted since. @param {File} file */
export const keptAs = (file) => kept.get(file);

/** This browser keeps a file. @param {File} file @param {string} id */
export const isKept = (file, id) => void kept.set(file, id);

/** The file that was handed over, once. @param {To} to */
export function handedOver(to) {
  if (waiting?.to !== to) return undefined;
  const { file } = waiting;
  waiting = undefined;
  return file;
}
