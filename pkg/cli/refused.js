// What the core refuses of what a command was given: said of the file that it stands in.

import { Refusal } from "./exit.js";
import { plain } from "./render/text.js";

/** @typedef {import("../index.d.ts").ProofmarkError} ProofmarkError */

/**
 * The file, or a line of it; or which one it is, by the code, once that is known.
 *
 * @typedef {string | ((code: string) => string)} Place
 */

/**
 * What `act` answers; what the core refuses is said of the place.
 *
 * @template T
 * @param {Place} place
 * @param {() => T} act
 */
export function at(place, act) {
  try {
    return act();
  } catch (error) {
    throw refusedAt(place, error);
  }
}

/**
 * The same for what is answered later.
 *
 * @template T
 * @param {Place} place
 * @param {() => Promise<T>} act
 */
export async function atLater(place, act) {
  try {
    return await act();
  } catch (error) {
    throw refusedAt(place, error);
  }
}

/**
 * Whether the library refused what it was given. Anything else that it throws is a mistake of ours.
 *
 * @param {unknown} error
 * @returns {error is ProofmarkError}
 */
export const isRefused = (error) => error instanceof Error && error.name === "ProofmarkError";

/** @param {Place} place @param {unknown} error */
function refusedAt(place, error) {
  if (!isRefused(error)) return error;
  const { code, message } = error;
  const where = typeof place === "string" ? place : place(code);
  return new Refusal(`${plain(where)}: ${code}: ${message}`);
}
