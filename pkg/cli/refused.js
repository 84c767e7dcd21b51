// What the core refuses of what a command was given: said of the file that it stands in.

import { Refusal } from "./exit.js";

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
    throw placed(place, error);
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
    throw placed(place, error);
  }
}

/** What the library says of itself or of the host, and not of what it was given. */
const BROKEN = /^(?:core|host)\.(?!option$)/;

/** @param {unknown} error @returns {error is ProofmarkError} */
export const isCoded = (error) => error instanceof Error && error.name === "ProofmarkError";

/**
 * Whether the library refused what it was given. Anything else that it throws is no fault of that.
 *
 * @param {unknown} error
 * @returns {error is ProofmarkError}
 */
export const isRefused = (error) => isCoded(error) && !BROKEN.test(error.code);

/**
 * What the core says of a place.
 *
 * @param {string} place
 * @param {string} code
 * @param {string} message
 */
export const refusedAt = (place, code, message) =>
  new Refusal(/** @type {`${string}.${string}`} */ (code), message, place);

/**
 * What the core refuses of a line of what it reads whole begins with the line, which stands behind
 * the file here, as everywhere.
 *
 * @param {Place} place
 * @param {unknown} error
 */
function placed(place, error) {
  if (!isRefused(error)) return error;
  const { code, message } = error;
  const file = typeof place === "string" ? place : place(code);
  const [, line, rest = message] = /^line (\d+): (.*)$/s.exec(message) ?? [];
  return refusedAt(line === undefined ? file : `${file}:${line}`, code, rest);
}
