// Verifies a badge's inputs.

import { DURATION, milliseconds } from "../pkg/util/duration.js";
import { isKey } from "../pkg/verify/trust.js";
import { verified } from "./engine.js";
import { shareFor } from "./share.js";
import { fetchBytes, recordBytes } from "./source.js";
import { Unread } from "./unread.js";

/**
 * The inputs of a badge. An undefined member was not set.
 *
 * @typedef {{
 *   record?: unknown,
 *   src?: string | undefined,
 *   inline?: string | undefined,
 *   index?: string | undefined,
 *   trust?: unknown,
 *   subject?: string | undefined,
 *   maxAge?: string | number | undefined,
 * }} Inputs
 */

/** @typedef {import("../pkg/index.d.ts").VerifyReport} VerifyReport */
/** @typedef {{ report: VerifyReport } | { unread: Unread }} Found */

/**
 * @param {Inputs} inputs
 * @param {AbortSignal} signal
 * @returns {Promise<Found>}
 */
export async function check(inputs, signal) {
  try {
    const options = await optionsOf(inputs);
    // A badge that was removed meanwhile does not start the verifier.
    signal.throwIfAborted();
    const file = await bytesOf(inputs);
    signal.throwIfAborted();
    const report = await verified({ file, options, now: Date.now() });
    signal.throwIfAborted();
    if (report === null) throw new Unread("noRecord");
    return { report };
  } catch (error) {
    if (signal.aborted) throw error;
    return { unread: error instanceof Unread ? error : toUnread(error) };
  }
}

/** @param {Inputs} inputs */
async function bytesOf({ record, src, inline }) {
  if (record !== undefined && record !== null) return recordBytes(record);
  // An empty URL would resolve to the page.
  if (src) return fetchShared(src, src);
  if (src === undefined && inline?.trim()) return recordBytes(inline);
  throw new Unread("noRecord");
}

/** @param {Inputs} inputs */
async function optionsOf({ index, trust, subject, maxAge }) {
  const place = index === undefined ? undefined : Number(/^\d{1,15}$/.exec(index)?.[0] ?? NaN);
  if (Number.isNaN(place)) throw new Unread("index", { index: String(index) });
  const age = typeof maxAge === "string" ? (milliseconds(maxAge) ?? NaN) : maxAge;
  if (age !== undefined && !Number.isSafeInteger(age))
    throw new Unread("maxAge", { found: String(maxAge), expected: DURATION });
  return { index: place, maxAge: age, subject, trust: await trustOf(trust) };
}

/**
 * Returns the trusted key or the text of the trust file, fetching it if `trust` is a URL. An empty
 * text trusts nobody.
 *
 * @param {unknown} trust
 */
async function trustOf(trust) {
  if (trust === undefined || trust === null) return undefined;
  if (typeof trust !== "string") return JSON.stringify(trust);
  const text = trust.trim();
  if (text === "" || isKey(text) || text.startsWith("{")) return text;
  try {
    // A trust file must be UTF-8 without a byte order mark.
    const exact = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
    return exact.decode(await fetchShared(text, text));
  } catch (error) {
    if (error instanceof Unread || error instanceof TypeError)
      throw new Unread("trust", {}, { cause: error });
    throw error;
  }
}

const fetchShared = shareFor(1000, fetchBytes);

/** Wraps an error of the verifier. @param {unknown} error */
const toUnread = (error) =>
  new Unread("refused", { message: /** @type {Error} */ (error).message ?? String(error) });
