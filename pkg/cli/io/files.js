// Reads input: small files as a whole, and streams of any size.

import { isUtf8 } from "node:buffer";
import { fstatSync } from "node:fs";
import { open } from "node:fs/promises";
import { Refusal, readError } from "../exit.js";
import { refuseCompressed } from "./packed.js";

/** The maximum size of a file that is read as a whole. */
const MOST_WHOLE = 64 * 1024 ** 2;
const CHUNK = 256 * 1024;
const LINE_FEED = 0x0a;
const STRICT = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
const LENIENT = new TextDecoder("utf-8", { ignoreBOM: true });

/**
 * Reads a file that is small by its nature, such as a bank.
 *
 * @param {string} path
 * @param {{ checkSize?: (size: number) => void, expected?: string }} [options] `checkSize` may refuse
 *   the size before the file is read.
 */
export async function readText(path, { checkSize, expected } = {}) {
  const { size, chunks } = await openChunks(path, { ...(expected && { expected }) });
  const pieces = [];
  let length = 0;
  const check = (/** @type {number} */ size) => {
    checkSize?.(size);
    if (size > MOST_WHOLE)
      throw new Refusal("file.too-large", `file: larger than ${MOST_WHOLE} bytes`, path);
  };
  for await (const chunk of chunks) {
    // The size of a pipe or device is only known while reading.
    check(Math.max((length += chunk.length), size ?? 0));
    pieces.push(chunk);
  }
  const bytes = Buffer.concat(pieces);
  try {
    return STRICT.decode(bytes);
  } catch {
    throw new Refusal("file.not-utf8", "file: not UTF-8", path);
  }
}

/** Reads a file if one was given. @param {string | undefined} path */
export const readTextIfGiven = async (path) => (path === undefined ? undefined : readText(path));

/**
 * Opens a file for reading in chunks. It is opened immediately, so that a missing file is reported
 * before anything else happens.
 *
 * @param {string} path
 * @param {{ end?: number, reuse?: boolean, expected?: string }} [options] `end` is the end offset. With
 *   `reuse` a chunk is only valid until the next one is read. `expected` describes valid values of the
 *   path, for messages.
 */
export async function openChunks(path, { end, reuse = false, expected } = {}) {
  // "-" is a pipe to some commands, so it must not be a file name to others.
  if (path === "-")
    throw new Refusal(
      "cli.file-missing",
      "- is not the name of a file; /dev/stdin is what is piped in",
      path,
    );
  const handle = await withReadError(path, () => open(path, "r"), expected);
  try {
    const found = await withReadError(path, () => handle.stat());
    refuseDirectory(path, found);
    const size = found.isFile() ? found.size : undefined;
    return { size, chunks: readChunks(path, handle, end, reuse) };
  } catch (error) {
    await handle.close();
    throw error;
  }
}

/**
 * @param {string} path
 * @param {import("node:fs/promises").FileHandle} handle
 * @param {number | undefined} end
 * @param {boolean} reuse
 */
async function* readChunks(path, handle, end, reuse) {
  const one = reuse ? Buffer.allocUnsafeSlow(CHUNK) : undefined;
  try {
    for (let offset = 0; end === undefined || offset < end;) {
      const most = end === undefined ? CHUNK : Math.min(CHUNK, end - offset);
      // Without `reuse` the consumer may keep the chunk, so allocate a new buffer.
      const { bytesRead, buffer } = await withReadError(path, () =>
        handle.read(one ?? Buffer.allocUnsafe(most), 0, most),
      );
      if (bytesRead === 0) return;
      const chunk = /** @type {Uint8Array} */ (buffer.subarray(0, bytesRead));
      if (offset === 0) refuseCompressed(path, chunk);
      offset += bytesRead;
      yield chunk;
    }
  } finally {
    await handle.close();
  }
}

/**
 * Yields the piped input. Reports errors like those of a file.
 *
 * @param {AsyncIterable<Uint8Array> & { fd?: number }} stdin Node's, or a compatible one.
 * @returns {AsyncGenerator<Uint8Array>}
 */
export async function* readStdin(stdin) {
  const { fd } = stdin;
  // If stdin is a directory, Node yields nothing, without an error.
  if (fd !== undefined)
    refuseDirectory("stdin", await withReadError("stdin", async () => fstatSync(fd)));
  const chunks = stdin[Symbol.asyncIterator]();
  try {
    for (let first = true; ; first = false) {
      const { done, value } = await withReadError("stdin", () => chunks.next());
      if (done) return;
      if (first) refuseCompressed("stdin", value);
      yield value;
    }
  } finally {
    await chunks.return?.();
  }
}

/** @param {string} path @param {import("node:fs").Stats} found */
function refuseDirectory(path, found) {
  if (found.isDirectory()) throw new Refusal("cli.file-unreadable", "is a directory", path);
}

/** Returns the core's maximum length of a line in bytes. */
export async function maxLineLength() {
  // Load the core on demand, since most commands read no lines.
  await import("../../entry/core/node.js");
  const { core } = await import("../../entry/core/loader.js");
  return core.max_line();
}

/**
 * Yields the lines of `chunks` as text, with their numbers and without line feeds.
 *
 * @param {string} path
 * @param {AsyncIterable<Uint8Array>} chunks
 * @param {{ torn?: boolean }} [options] With `torn`, the last line may end within a character.
 * @returns {AsyncGenerator<{ number: number, text: string }>}
 */
export async function* splitLines(path, chunks, { torn = false } = {}) {
  const longest = await maxLineLength();
  let number = 0;
  /** The chunks of an incomplete line. @type {Uint8Array[]} */
  let pending = [];
  let size = 0;
  for await (const chunk of chunks) {
    const end = chunk.indexOf(LINE_FEED);
    // A line that starts in this chunk and is too long is detected with the next chunk.
    if (size + (end < 0 ? chunk.length : end) > longest) {
      throw new Refusal(
        "file.line-too-long",
        `longer than ${longest} bytes`,
        `${path}:${number + 1}`,
      );
    }
    const whole = chunk.lastIndexOf(LINE_FEED) + 1;
    if (whole > 0) {
      const bytes = concatenate(pending, chunk.subarray(0, whole - 1));
      for (const text of decodeLines(path, number, bytes)) yield { number: ++number, text };
      pending = [];
      size = 0;
    }
    // Copy it, because the chunk may only be valid until the next one.
    if (whole < chunk.length) pending.push(Buffer.from(chunk.subarray(whole)));
    size += chunk.length - whole;
  }
  const rest = concatenate(pending, new Uint8Array());
  if (rest.length === 0) return;
  const texts = torn && !isUtf8(rest) ? [LENIENT.decode(rest)] : decodeLines(path, number, rest);
  for (const text of texts) yield { number: ++number, text };
}

/** @param {Uint8Array[]} before @param {Uint8Array} last */
const concatenate = (before, last) =>
  before.length === 0 ? last : Buffer.concat([...before, last]);

/**
 * Decodes complete lines, of which the first has the number `before` + 1.
 *
 * @param {string} path
 * @param {number} before
 * @param {Uint8Array} bytes
 */
function decodeLines(path, before, bytes) {
  if (!isUtf8(bytes)) {
    const sound = bytes.subarray(0, validUtf8End(bytes));
    const number = before + 1 + sound.reduce((lines, byte) => lines + +(byte === LINE_FEED), 0);
    throw new Refusal("file.not-utf8", "not UTF-8", `${path}:${number}`);
  }
  const texts = STRICT.decode(bytes).split("\n");
  const marked = texts.findIndex((text) => text.startsWith("\ufeff"));
  if (marked < 0) return texts;
  throw new Refusal(
    "file.byte-order-mark",
    "begins with a byte order mark",
    `${path}:${before + 1 + marked}`,
  );
}

/** Returns the start of the first line that is not UTF-8. @param {Uint8Array} bytes */
function validUtf8End(bytes) {
  for (let from = 0; ;) {
    const end = bytes.indexOf(LINE_FEED, from);
    if (end < 0 || !isUtf8(bytes.subarray(from, end))) return from;
    from = end + 1;
  }
}

/**
 * @template T
 * @param {string} path
 * @param {() => Promise<T>} act
 * @param {string} [expected]
 */
async function withReadError(path, act, expected = "a readable file") {
  try {
    return await act();
  } catch (error) {
    throw readError(path, expected, error);
  }
}
