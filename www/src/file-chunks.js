// Reads files in chunks or as text, and concatenates record files.

import { recognise } from "./file-input.js";

const PIECE = 1 << 22;

/**
 * Yields the bytes of a file in chunks. Not every browser can iterate over `blob.stream()`.
 *
 * @param {Blob} blob
 * @param {(bytes: number) => void} [onProgress] called with the number of bytes read so far
 */
export async function* chunks(blob, onProgress) {
  for (let at = 0; at < blob.size; at += PIECE) {
    yield new Uint8Array(await blob.slice(at, at + PIECE).arrayBuffer());
    onProgress?.(Math.min(at + PIECE, blob.size));
  }
}

const decoder = new TextDecoder("utf-8", { ignoreBOM: true });

/**
 * Reads a file as text. Keeps a byte order mark, which `file.text()` would remove, because the core
 * rejects it.
 *
 * @param {Blob & { name?: string }} file
 * @throws {Error} an error with the file's name if it cannot be read
 */
export async function readText(file) {
  try {
    return decoder.decode(await file.arrayBuffer());
  } catch (cause) {
    throw new Error(`${file.name}: cannot be read; choose it again if it was changed`, { cause });
  }
}

/**
 * Concatenates record files, and adds missing line feeds at their ends. An unreadable file causes
 * an error when the result is read.
 *
 * @param {readonly Blob[]} files
 */
export async function concatenate(files) {
  const parts = await Promise.all(
    files.map(async (given) => {
      const { blob: file } = await recognise(given).catch(() => ({ blob: given }));
      const end = await file
        .slice(-1)
        .text()
        .catch(() => "");
      return end === "" || end === "\n" ? [file] : [file, "\n"];
    }),
  );
  return new Blob(parts.flat());
}
