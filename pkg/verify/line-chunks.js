// Regroups chunks of any size into chunks of whole lines.

const LINE_FEED = 0x0a;

/** Buffer sizes are multiples of this, so that buffers can be reused. */
const UNIT = 1 << 18;

/** @typedef {ReturnType<typeof createPool>} Pool */

/**
 * Yields parts of whole lines with at least `least` bytes, except the last one. Each has its own
 * buffer, from `pool`. Of a line longer than `longest` one byte more than that is kept. A chunk may
 * be reused after the next one is requested.
 *
 * @param {AsyncIterable<Uint8Array>} chunks
 * @param {{ least: number, longest: number, pool: Pool }} how
 * @returns {AsyncGenerator<{ part: Uint8Array<ArrayBuffer>, bytes: number }>} `bytes` is the number of
 *   bytes read so far.
 */
export async function* lineChunks(chunks, { least, longest, pool }) {
  /** The whole lines, and the start of the next line. */
  const whole = growingBuffer(pool);
  const begun = growingBuffer(pool);
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

/** Creates a pool of reusable buffers, since garbage would pile up. */
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

/** Creates a growing buffer. @param {Pool} pool */
function growingBuffer(pool) {
  let held = new Uint8Array(0);
  let size = 0;
  return {
    get size() {
      return size;
    },
    /** Appends a copy of `piece`. @param {Uint8Array} piece */
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
    /** Returns the contents, and starts with a new buffer. */
    take() {
      const all = held.subarray(0, size);
      held = new Uint8Array(0);
      size = 0;
      return all;
    },
  };
}
