// Where a badge gets its record and its trust file from. It judges nothing.

import { patiently } from "./patience.js";
import { Unread } from "./unread.js";

/** The largest record file that is read, in bytes. */
export const MOST = 8 << 20;

const encoder = new TextEncoder();

/**
 * The bytes behind a URL.
 *
 * @param {string | URL} url
 */
export const fetched = (url) =>
  patiently(async (signal, heard) => received(await answered(addressOf(url), signal), heard));

/** @param {string | URL} url */
function addressOf(url) {
  try {
    return new URL(url, document.baseURI);
  } catch {
    throw new Unread("address");
  }
}

/** @param {URL} address @param {AbortSignal} signal */
async function answered(address, signal) {
  try {
    return await fetch(address, { signal, referrerPolicy: "no-referrer" });
  } catch (cause) {
    throw new Unread("network", {}, { cause });
  }
}

/**
 * The body of an answer; `heard` is called whenever some of it has come.
 *
 * @param {Response} response
 * @param {() => void} heard
 */
async function received(response, heard) {
  if (!response.ok) throw new Unread("status", { status: String(response.status) });
  if (Number(response.headers.get("content-length")) > MOST) throw tooLarge();
  /** @type {Uint8Array<ArrayBuffer>[]} */
  const chunks = [];
  let size = 0;
  for (const reader = response.body?.getReader(); reader;) {
    heard();
    const { done, value } = await reader.read().catch(() => {
      throw new Unread("cut");
    });
    if (done) break;
    size += value.length;
    chunks.push(value);
    if (size > MOST) throw tooLarge();
  }
  return new Uint8Array(await new Blob(chunks).arrayBuffer());
}

const tooLarge = () => new Unread("tooLarge", { most: String(MOST >> 20) });

/**
 * The bytes of a record that was handed over, as text, bytes, a file, or objects.
 *
 * @param {unknown} record
 */
export async function given(record) {
  if (isBlob(record)) {
    if (record.size > MOST) throw tooLarge();
    return new Uint8Array(await record.arrayBuffer());
  }
  const bytes = bytesIn(record) ?? encoder.encode(asText(record));
  if (bytes.length > MOST) throw tooLarge();
  return bytes;
}

/** What a value is. Those of another window are instances of its classes, not of ours. @param {unknown} value */
const kind = (value) => Object.prototype.toString.call(value);

/** @param {unknown} record @returns {record is Blob} */
const isBlob = (record) => /^\[object (?:Blob|File)\]$/.test(kind(record));

/** @param {unknown} record */
function bytesIn(record) {
  if (ArrayBuffer.isView(record))
    return new Uint8Array(record.buffer, record.byteOffset, record.byteLength);
  return kind(record) === "[object ArrayBuffer]"
    ? new Uint8Array(/** @type {ArrayBuffer} */ (record))
    : undefined;
}

/** @param {unknown} record */
function asText(record) {
  if (typeof record === "string") return record.trim();
  try {
    const lines = (Array.isArray(record) ? record : [record]).map((line) => JSON.stringify(line));
    return `${lines.join("\n")}\n`;
  } catch {
    throw new Unread("noRecord");
  }
}
