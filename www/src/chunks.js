// A file in pieces: not every browser can iterate over a stream.

const PIECE = 1 << 22;

/**
 * @param {Blob} blob
 * @param {(bytes: number) => void} [onProgress] with the bytes that are read so far
 */
export async function* chunks(blob, onProgress) {
  for (let at = 0; at < blob.size; at += PIECE) {
    yield new Uint8Array(await blob.slice(at, at + PIECE).arrayBuffer());
    onProgress?.(Math.min(at + PIECE, blob.size));
  }
}
