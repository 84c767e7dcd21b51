// Files in pieces, as text, and several as one.

import { toRecordFile } from "../../pkg/verify/single-record.js";

const PIECE = 1 << 22;

/**
 * A file in pieces: not every browser can iterate over a stream.
 *
 * @param {Blob} blob
 * @param {(bytes: number) => void} [onProgress] with the bytes that are read so far
 */
export async function* chunks(blob, onProgress) {
  for (let at = 0; at < blob.size; at += PIECE) {
    yield new Uint8Array(await blob.slice(at, at + PIECE).arrayBuffer());
    onProgress?.(Math.min(at + PIECE, blob.size));
  }
}

const decoder = new TextDecoder("utf-8", { ignoreBOM: true });

/**
 * A file as text, with the byte order mark that `text()` of a file takes away: the core is to see
 * it, which refuses it, as it does everywhere else.
 *
 * @param {Blob} file
 */
export const textOf = async (file) => decoder.decode(await file.arrayBuffer());

/**
 * A file as lines: what is one record by itself, however it is laid out, is put on one. What is larger
 * than a piece is none.
 *
 * @param {Blob} file
 */
export async function onLines(file) {
  if (file.size > PIECE) return file;
  const { file: bytes, single } = toRecordFile(new Uint8Array(await file.arrayBuffer()));
  return single ? new Blob([bytes]) : file;
}

/**
 * Files one behind the other. A last line that lacks its line feed gets it. One that cannot be read is
 * found so by whoever reads them.
 *
 * @param {readonly Blob[]} files
 */
export async function joined(files) {
  const parts = await Promise.all(
    files.map(async (given) => {
      const file = await onLines(given).catch(() => given);
      const end = await file
        .slice(-1)
        .text()
        .catch(() => "");
      return end === "" || end === "\n" ? [file] : [file, "\n"];
    }),
  );
  return new Blob(parts.flat());
}
