// What callers hand over as text or bytes.

import { ProofmarkError } from "./error.js";

const encoder = new TextEncoder();

/**
 * The bytes of `data`. Other views and buffers are refused: taken for bytes they would be empty.
 *
 * @param {string | Uint8Array} data
 */
export function bytesOf(data) {
  if (typeof data === "string") return encoder.encode(data);
  // By its name, because another window has a class of its own.
  const found = Object.prototype.toString.call(data).slice(8, -1);
  if (found === "Uint8Array") return data;
  throw new ProofmarkError("host.option", `data: expected text or a Uint8Array, found ${found}`);
}
