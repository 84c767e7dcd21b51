// Bytes in chunks of any size, cut into parts that end where lines do.

const LINE_FEED = 0x0a;

/** @typedef {import("./index.d.ts").Chunks} Chunks */

const encoder = new TextEncoder();

/**
 * Parts of at least `least` bytes, but for the last one; each in a buffer of its own. Of a line
 * that is longer than `longest` no more is kept than shows that.
 *
 * @param {Chunks} chunks
 * @param {number} least
 * @param {number} longest
 * @returns {AsyncGenerator<{ part: Uint8Array<ArrayBuffer>, bytes: number }>} `bytes` is how many
 *   were read so far.
 */
export async function* parts(chunks, least, longest) {
  /** Whole lines, and the beginning of the line behind them. */
  const whole = pile();
  const begun = pile();
  let bytes = 0;
  for await (const chunk of chunks) {
    let rest = typeof chunk === "string" ? encoder.encode(chunk) : chunk;
    bytes += rest.length;
    if (begun.size > longest) {
      const end = rest.indexOf(LINE_FEED);
      if (end < 0) continue;
      rest = rest.subarray(end);
    }
    const end = rest.lastIndexOf(LINE_FEED) + 1;
    if (end > 0) {
      whole.add(begun.take());
      whole.add(rest.slice(0, end));
    }
    begun.add(rest.slice(end, end + Math.max(longest + 1 - begun.size, 0)));
    if (whole.size >= least) yield { part: whole.take(), bytes };
  }
  whole.add(begun.take());
  if (whole.size > 0) yield { part: whole.take(), bytes };
}

/** Bytes that are put together when they are taken. */
function pile() {
  /** @type {Uint8Array[]} */
  let pieces = [];
  let size = 0;
  return {
    get size() {
      return size;
    },
    /** @param {Uint8Array} piece */
    add(piece) {
      pieces.push(piece);
      size += piece.length;
    },
    take() {
      const all = new Uint8Array(size);
      let at = 0;
      for (const piece of pieces) {
        all.set(piece, at);
        at += piece.length;
      }
      pieces = [];
      size = 0;
      return all;
    },
  };
}
