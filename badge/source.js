// Fetches the record and the trust file of a badge.

import { withTimeout } from "./patience.js";
import { UnreadableError } from "./unread.js";

/** The maximum size of a record file in bytes. */
export const MOST = 8 << 20;

const encoder = new TextEncoder();

/**
 * Fetches the bytes of a URL.
 *
 * @param {string | URL} url
 */
export const fetchBytes = (url) =>
  withTimeout(async (signal, onProgress) =>
    readBody(await fetchResponse(parseUrl(url), signal), onProgress),
  );

/** @param {string | URL} url */
function parseUrl(url) {
  try {
    return new URL(url, document.baseURI);
  } catch {
    throw new UnreadableError("address");
  }
}

/** @param {URL} address @param {AbortSignal} signal */
async function fetchResponse(address, signal) {
  try {
    return await fetch(address, { signal, referrerPolicy: "no-referrer" });
  } catch (cause) {
    throw new UnreadableError("network", {}, { cause });
  }
}

/**
 * Reads a response body. Calls `onProgress` for each chunk.
 *
 * @param {Response} response
 * @param {() => void} onProgress
 */
async function readBody(response, onProgress) {
  if (!response.ok) throw new UnreadableError("status", { status: String(response.status) });
  if (Number(response.headers.get("content-length")) > MOST) throw tooLargeError();
  /** @type {Uint8Array<ArrayBuffer>[]} */
  const chunks = [];
  let size = 0;
  for (const reader = response.body?.getReader(); reader;) {
    onProgress();
    const { done, value } = await reader.read().catch(() => {
      throw new UnreadableError("cut");
    });
    if (done) break;
    size += value.length;
    chunks.push(value);
    if (size > MOST) throw tooLargeError();
  }
  return new Uint8Array(await new Blob(chunks).arrayBuffer());
}

const tooLargeError = () => new UnreadableError("tooLarge", { most: String(MOST >> 20) });

/**
 * Returns the bytes of a record given as text, bytes, a file, or objects.
 *
 * @param {unknown} record
 */
export async function toRecordBytes(record) {
  if (isBlob(record)) {
    if (record.size > MOST) throw tooLargeError();
    return new Uint8Array(await record.arrayBuffer());
  }
  const bytes = copyBytes(record) ?? encoder.encode(toJsonText(record));
  if (bytes.length > MOST) throw tooLargeError();
  return bytes;
}

/**
 * Returns the type tag of a value. `instanceof` fails for values of another window.
 *
 * @param {unknown} value
 */
const typeTag = (value) => Object.prototype.toString.call(value);

/** @param {unknown} record @returns {record is Blob} */
const isBlob = (record) => /^\[object (?:Blob|File)\]$/.test(typeTag(record));

/** @param {unknown} record */
function copyBytes(record) {
  if (ArrayBuffer.isView(record))
    return new Uint8Array(record.buffer, record.byteOffset, record.byteLength);
  return typeTag(record) === "[object ArrayBuffer]"
    ? new Uint8Array(/** @type {ArrayBuffer} */ (record))
    : undefined;
}

/** @param {unknown} record */
function toJsonText(record) {
  if (typeof record === "string") return record.trim();
  try {
    const lines = (Array.isArray(record) ? record : [record]).map((line) => JSON.stringify(line));
    return `${lines.join("\n")}\n`;
  } catch {
    throw new UnreadableError("noRecord");
  }
}
