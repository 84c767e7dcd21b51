// Starts a core from its file, where files can be read synchronously.

import { readFileSync } from "node:fs";
import "./public-bank-now.js";

/**
 * Starts a core from the file at `url`. Does nothing if there is no such file: a bundle need not
 * contain it, and then `ready` takes the wasm.
 *
 * @param {(bytes: BufferSource) => void} startSync
 * @param {() => URL} url
 */
export function startFromFile(startSync, url) {
  let bytes;
  try {
    bytes = readFileSync(url());
  } catch {
    return;
  }
  startSync(bytes);
}
