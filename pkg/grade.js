// One reply a call. Its texts go through a buffer in the core's memory, and what comes back is
// integers; what has another shape goes the long way, where the core refuses what is wrong.

/** @typedef {typeof import("./full.js").core} Core */
/** @typedef {import("./index.d.ts").GradeRow} GradeRow */
/** @typedef {import("./index.d.ts").GradeResult} GradeResult */
/** @typedef {import("./index.d.ts").ReadingResult} ReadingResult */
/** @typedef {{ outcomes: string[], rules: string[], compliances: string[] }} Names */

const encoder = new TextEncoder();

/** The most UTF-8 bytes of a UTF-16 code unit. */
const BYTES_A_UNIT = 3;

/** How many bytes the buffer has at least. */
const LEAST = 1 << 14;

/** The integer for what is not there. */
const NOTHING = 0xffffffff;

/** How many integers are handed over, how many a reading takes, and how many a packed row. */
const ASKED = 8;
const READING = 4;
const PACKED = 9;

/**
 * `grade` for rows of the common shape: `undefined` for every other one, and for one that the core
 * would refuse.
 *
 * @param {Core} core
 * @returns {(row: GradeRow) => GradeResult | undefined}
 */
export function quickly(core) {
  /** @type {Names | undefined} */
  let names;
  /** @type {WebAssembly.Memory | undefined} */
  let memory;
  let bytes = new Uint8Array(0);
  let texts = new Uint8Array(0);
  let integers = new Uint32Array(0);

  /** Makes room for `length` code units, and views of the memory as it is now. @param {number} length */
  function reserve(length) {
    const size = Math.max(1, length * BYTES_A_UNIT);
    // Memory that has grown leaves views of no length behind; a core that was reset has another.
    if (core.memory === memory && size <= texts.length) return;
    const place = core.grade_buffer(Math.max(LEAST, size));
    const first = core.grade_integers();
    names ??= /** @type {Names} */ (core.grade_names());
    // Only now has the memory grown as far as it will.
    memory = core.memory;
    bytes = new Uint8Array(memory.buffer);
    texts = new Uint8Array(memory.buffer, place, Math.max(LEAST, size));
    integers = new Uint32Array(memory.buffer, first, ASKED + PACKED + 3);
  }

  /** The canonical answer: it is ASCII. @param {number} from @param {number} to */
  function answer(from, to) {
    let text = "";
    for (let at = from; at < to; at++) text += String.fromCharCode(bytes[at] ?? 0);
    return text;
  }

  /** @param {number} at */
  const integer = (at) => /** @type {number} */ (integers[at]);

  /**
   * @param {Names} names
   * @param {number} at @param {number} from @param {number} to
   * @returns {ReadingResult}
   */
  function reading(names, at, from, to) {
    const first = integer(at + 2);
    return {
      outcome: /** @type {ReadingResult["outcome"]} */ (names.outcomes[integer(at)]),
      answer: first === NOTHING ? null : answer(from, to),
      rule: /** @type {string} */ (names.rules[integer(at + 1)]),
      span: first === NOTHING ? null : [first, integer(at + 3)],
    };
  }

  /**
   * Writes the texts one behind the other, and where each ends.
   *
   * @param {string[]} all
   */
  function write(all) {
    let joined = "";
    for (let index = 0; index < all.length; index++) {
      joined += all[index];
      ends[index] = joined.length;
    }
    reserve(joined.length);
    const { written } = encoder.encodeInto(joined, texts);
    if (written !== joined.length) {
      // Beyond ASCII the lengths differ, and halves of a pair may have met.
      let at = 0;
      for (const [index, text] of all.entries()) {
        at += encoder.encodeInto(text, texts.subarray(at)).written;
        ends[index] = at;
      }
    }
    for (let index = 0; index < 6; index++) {
      integers[index + 1] = ends[Math.min(index, all.length - 1)] ?? 0;
    }
    integers[ASKED - 1] = all.length - 2;
  }

  /** @type {number[]} */
  const ends = [0, 0, 0, 0, 0, 0];

  return (row) => {
    const all = textsOf(row);
    if (all === undefined) return undefined;
    write(all);
    integers[0] = /** @type {any} */ (row).kind === "math" ? 1 : 0;
    if (!core.grade_texts() || names === undefined) return undefined;
    if (bytes.length === 0) reserve(1);
    const answers = integer(ASKED + PACKED + 2);
    const middle = answers + integer(ASKED + PACKED);
    const end = answers + integer(ASKED + PACKED + 1);
    return {
      id: /** @type {any} */ (row.id ?? null),
      literal: reading(names, ASKED, answers, middle),
      committed: reading(names, ASKED + READING, middle, end),
      compliance: /** @type {GradeResult["compliance"]} */ (
        names.compliances[integer(ASKED + 2 * READING)]
      ),
    };
  };
}

/** Whether a row of the common shape has the key. @param {string} key */
function isCommon(key) {
  return (
    key === "id" || key === "kind" || key === "expected" || key === "options" || key === "response"
  );
}

/**
 * The texts of a row of the common shape: the response, the expected answer or nothing, the options.
 *
 * @param {any} row
 * @returns {string[] | undefined}
 */
function textsOf(row) {
  for (const key in row) if (!isCommon(key)) return undefined;
  const { id, kind, expected, options, response } = row;
  if (typeof response !== "string" || expected === "") return undefined;
  if (id !== undefined && typeof id !== "string" && !Number.isSafeInteger(id)) return undefined;
  if (expected !== null && typeof expected !== "string") return undefined;
  const texts = [response, expected ?? ""];
  if (kind === "math") return options === undefined ? texts : undefined;
  if (kind !== "choice") return undefined;
  if (options === undefined || options === null) return texts;
  if (!Array.isArray(options) || options.length > 4) return undefined;
  for (const option of options) {
    if (typeof option !== "string") return undefined;
    texts.push(option);
  }
  return texts;
}
