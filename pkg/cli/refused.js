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
 * What the core says of a line, which is the place.
 *
 * @param {string} place
 * @param {string} code
 * @param {string} message
 */
export const refusedAt = (place, code, message) =>
  new Refusal(/** @type {`${string}.${string}`} */ (code), ofLine(message).rest, place);

/**
 * A message that begins with the line that it is about, and perhaps its number: both stand behind the
 * file here, as everywhere, and are said once.
 *
 * @param {string} message
 */
export function ofLine(message) {
  const [, number, rest = message] =
    /^line(?: (\d+))?(?: of (?:a|the) [a-z ]+)?: (.*)$/s.exec(message) ?? [];
  return { number, rest };
}

/**
 * @param {Place} place
 * @param {unknown} error
 */
function placed(place, error) {
  if (!isRefused(error)) return error;
  const { code, message } = error;
  const file = typeof place === "string" ? place : place(code);
  const { number, rest } = ofLine(message);
  const own = /** @type {`${string}.${string}`} */ (code);
  return number === undefined
    ? new Refusal(own, message, file)
    : new Refusal(own, rest, `${file}:${number}`);
}
