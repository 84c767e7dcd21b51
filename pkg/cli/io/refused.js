// Attributes errors of the core to the input file.

import { Refusal } from "../exit.js";

/** @typedef {import("../../index.d.ts").ProofmarkError} ProofmarkError */

/**
 * The place of an error: a path, or `PATH:LINE`; or a function that returns it for an error code.
 *
 * @typedef {string | ((code: string) => string)} Place
 */

/**
 * Calls `act`, and adds the place to errors about its input, also to those of a promise.
 *
 * @template T
 * @param {Place} place
 * @param {() => T} act
 * @returns {T}
 */
export function addPlaceToErrors(place, act) {
  const fail = (/** @type {unknown} */ error) => {
    throw addPlace(place, error);
  };
  try {
    const result = act();
    return result instanceof Promise ? /** @type {any} */ (result.catch(fail)) : result;
  } catch (error) {
    return fail(error);
  }
}

/** Codes about the library, the host or an agent instead of the input. */
const BROKEN = /^(?:contact|core|host)\.(?!option$)/;

/** @param {unknown} error @returns {error is ProofmarkError} */
export const isLibraryError = (error) => error instanceof Error && error.name === "ProofmarkError";

/**
 * Reports whether the library refused its input.
 *
 * @param {unknown} error
 * @returns {error is ProofmarkError}
 */
export const isInputError = (error) => isLibraryError(error) && !BROKEN.test(error.code);

/**
 * Creates the input error for an invalid line at `place`, from the core's code and message.
 *
 * @param {string} place
 * @param {string} code
 * @param {string} message
 */
export const inputErrorAt = (place, code, message) =>
  new Refusal(/** @type {`${string}.${string}`} */ (code), splitLineNumber(message).rest, place);

/**
 * Splits a message such as `line 3: …` into the line number and the rest, since the command line
 * shows the line number after the file name.
 *
 * @param {string} message
 */
export function splitLineNumber(message) {
  const [, number, rest = message] =
    /^line(?: (\d+))?(?: of (?:a|the) [a-z ]+)?: (.*)$/s.exec(message) ?? [];
  return { number, rest };
}

/**
 * @param {Place} place
 * @param {unknown} error
 */
function addPlace(place, error) {
  if (!isInputError(error)) return error;
  const { code, message } = error;
  const file = typeof place === "string" ? place : place(code);
  const { number, rest } = splitLineNumber(message);
  const own = /** @type {`${string}.${string}`} */ (code);
  return number === undefined
    ? new Refusal(own, message, file)
    : new Refusal(own, rest, `${file}:${number}`);
}
