// Bytes in chunks of any size, cut into parts that end where lines do.

const LINE_FEED = 0x0a;

/** Buffers are made in multiples of this, so that one can be used for another part. */
const UNIT = 1 << 18;

/** @typedef {ReturnType<typeof createPool>} Pool */

/**
 * Parts of at least `least` bytes, but for the last one; each in a buffer of its own, out of `pool`.
 * Of a line that is longer than `longest` no more is kept than shows that. A chunk may be used again
 * for the next one.
 *
 * @param {AsyncIterable<Uint8Array>} chunks
 * @param {{ least: number, longest: number, pool: Pool }} how
 * @returns {AsyncGenerator<{ part: Uint8Array<ArrayBuffer>, bytes: number }>} `bytes` is how many
 *   were read so far.
 */
export async function* parts(chunks, { least, longest, pool }) {
  /** Whole lines, and the beginning of the line behind them. */
  const whole = pile(pool);
  const begun = pile(pool);
  let bytes = 0;
  for await (const chunk of chunks) {
    let rest = chunk;
    bytes += rest.length;
    if (begun.size > longest) {
      const end = rest.indexOf(LINE_FEED);
      if (end < 0) continue;
      rest = rest.subarray(end);
    }
    const end = rest.lastIndexOf(LINE_FEED) + 1;
    if (end > 0) {
      begun.moveTo(whole);
      whole.add(rest.subarray(0, end));
    }
    begun.add(rest.subarray(end, end + Math.max(longest + 1 - begun.size, 0)));
    if (whole.size >= least) yield { part: whole.take(), bytes };
  }
  begun.moveTo(whole);
  if (whole.size > 0) yield { part: whole.take(), bytes };
}

/** Buffers that have been used and can be used again: what is thrown away piles up. */
export function createPool() {
  /** @type {ArrayBuffer[]} */
  const free = [];
  return {
    /** @param {number} size */
    get(size) {
      const fits = free.findIndex(({ byteLength }) => byteLength >= size);
      if (fits >= 0) return /** @type {ArrayBuffer} */ (free.splice(fits, 1)[0]);
      return new ArrayBuffer(Math.ceil(size / UNIT) * UNIT);
    },
    /** @param {ArrayBuffer} buffer */
    put: (buffer) => void free.push(buffer),
  };
}

/** Bytes that are put together. @param {Pool} pool */
function pile(pool) {
  let held = new Uint8Array(0);
  let size = 0;
  return {
    get size() {
      return size;
    },
    /** @param {Uint8Array} piece It is copied. */
    add(piece) {
      if (size + piece.length > held.length) {
        const larger = new Uint8Array(pool.get(2 * (size + piece.length)));
        larger.set(held.subarray(0, size));
        if (held.length > 0) pool.put(held.buffer);
        held = larger;
      }
      held.set(piece, size);
      size += piece.length;
    },
    /** @param {{ add(piece: Uint8Array): void }} other */
    moveTo(other) {
      other.add(held.subarray(0, size));
      size = 0;
    },
    /** All of it; it is no longer ours. */
    take() {
      const all = held.subarray(0, size);
      held = new Uint8Array(0);
      size = 0;
      return all;
    },
  };
}
