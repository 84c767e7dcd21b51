// Verifies a badge's inputs.

import { DURATION, parseMilliseconds } from "../pkg/util/duration.js";
import { isKey } from "../pkg/verify/trust.js";
import { verifyWithoutBlocking } from "./engine.js";
import { cacheResultsByKey } from "./share.js";
import { fetchBytes, toRecordBytes } from "./source.js";
import { UnreadableError } from "./unread.js";

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
/** @typedef {{ report: VerifyReport } | { unread: UnreadableError }} Found */

/**
 * @param {Inputs} inputs
 * @param {AbortSignal} signal
 * @returns {Promise<Found>}
 */
export async function check(inputs, signal) {
  try {
    const options = await parseOptions(inputs);
    // A badge that was removed meanwhile does not start the verifier.
    signal.throwIfAborted();
    const file = await loadRecordBytes(inputs);
    signal.throwIfAborted();
    const report = await verifyWithoutBlocking({ file, options, now: Date.now() });
    signal.throwIfAborted();
    if (report === null) throw new UnreadableError("noRecord");
    return { report };
  } catch (error) {
    if (signal.aborted) throw error;
    return { unread: error instanceof UnreadableError ? error : toUnreadableError(error) };
  }
}

/** @param {Inputs} inputs */
async function loadRecordBytes({ record, src, inline }) {
  if (record !== undefined && record !== null) return toRecordBytes(record);
  // An empty URL would resolve to the page.
  if (src) return fetchCached(src, src);
  if (src === undefined && inline?.trim()) return toRecordBytes(inline);
  throw new UnreadableError("noRecord");
}

/** @param {Inputs} inputs */
async function parseOptions({ index, trust, subject, maxAge }) {
  const place = index === undefined ? undefined : Number(/^\d{1,15}$/.exec(index)?.[0] ?? NaN);
  if (Number.isNaN(place)) throw new UnreadableError("index", { index: String(index) });
  const age = typeof maxAge === "string" ? (parseMilliseconds(maxAge) ?? NaN) : maxAge;
  if (age !== undefined && !Number.isSafeInteger(age))
    throw new UnreadableError("maxAge", { found: String(maxAge), expected: DURATION });
  return { index: place, maxAge: age, subject, trust: await loadTrust(trust) };
}

/**
 * Returns the trusted key or the text of the trust file, fetching it if `trust` is a URL. An empty
 * text trusts nobody.
 *
 * @param {unknown} trust
 */
async function loadTrust(trust) {
  if (trust === undefined || trust === null) return undefined;
  if (typeof trust !== "string") return JSON.stringify(trust);
  const text = trust.trim();
  if (text === "" || isKey(text) || text.startsWith("{")) return text;
  try {
    // A trust file must be UTF-8 without a byte order mark.
    const exact = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
    return exact.decode(await fetchCached(text, text));
  } catch (error) {
    if (error instanceof UnreadableError || error instanceof TypeError)
      throw new UnreadableError("trust", {}, { cause: error });
    throw error;
  }
}

const fetchCached = cacheResultsByKey(1000, fetchBytes);

/** Converts an error of the verifier to an `UnreadableError`. @param {unknown} error */
const toUnreadableError = (error) =>
  new UnreadableError("refused", {
    message: /** @type {Error} */ (error).message ?? String(error),
  });
