// A file that one view hands to another.

/** @typedef {"results" | "verify"} To */

/** @type {{ file: File, to: To } | undefined} */
let waiting;

/** @param {File} file @param {To} to */
export function handOver(file, to) {
  waiting = { file, to };
  location.hash = `#/${to}`;
  window.dispatchEvent(new Event("handover"));
}

/** The file that was handed over, once. @param {To} to */
export function handedOver(to) {
  if (waiting?.to !== to) return undefined;
  const { file } = waiting;
  waiting = undefined;
  return file;
}
