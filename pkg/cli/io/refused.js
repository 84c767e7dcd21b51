// Attributes errors of the core to the input file.

import { Refusal } from "../exit.js";

/** @typedef {import("../../index.d.ts").ProofmarkError} ProofmarkError */

/**
 * A file, or a line of one; or a function that returns it for an error code.
 *
 * @typedef {string | ((code: string) => string)} Place
 */

/**
 * Calls `act`, and adds the place to errors about its input.
 *
 * @template T
 * @param {Place} place
 * @param {() => T} act
 */
export function withPlace(place, act) {
  try {
    return act();
  } catch (error) {
    throw addPlace(place, error);
  }
}

/**
 * Like {@link withPlace}, for an asynchronous `act`.
 *
 * @template T
 * @param {Place} place
 * @param {() => Promise<T>} act
 */
export async function withPlaceAsync(place, act) {
  try {
    return await act();
  } catch (error) {
    throw addPlace(place, error);
  }
}

/** Codes about the library, the host or an agent instead of the input. */
const BROKEN = /^(?:contact|core|host)\.(?!option$)/;

/** @param {unknown} error @returns {error is ProofmarkError} */
export const isCoded = (error) => error instanceof Error && error.name === "ProofmarkError";

/**
 * Reports whether the library refused its input.
 *
 * @param {unknown} error
 * @returns {error is ProofmarkError}
 */
export const isRefused = (error) => isCoded(error) && !BROKEN.test(error.code);

/**
 * Returns the refusal of a line, for an error of the core.
 *
 * @param {string} place
 * @param {string} code
 * @param {string} message
 */
export const refusedAt = (place, code, message) =>
  new Refusal(/** @type {`${string}.${string}`} */ (code), splitLine(message).rest, place);

/**
 * Splits a message that starts with a line and perhaps its number. The command line shows both
 * after the file name instead.
 *
 * @param {string} message
 */
export function splitLine(message) {
  const [, number, rest = message] =
    /^line(?: (\d+))?(?: of (?:a|the) [a-z ]+)?: (.*)$/s.exec(message) ?? [];
  return { number, rest };
}

/**
 * @param {Place} place
 * @param {unknown} error
 */
function addPlace(place, error) {
  if (!isRefused(error)) return error;
  const { code, message } = error;
  const file = typeof place === "string" ? place : place(code);
  const { number, rest } = splitLine(message);
  const own = /** @type {`${string}.${string}`} */ (code);
  return number === undefined
    ? new Refusal(own, message, file)
    : new Refusal(own, rest, `${file}:${number}`);
}
