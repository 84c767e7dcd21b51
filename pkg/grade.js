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

/** The most bytes of a UTF-16 code unit in JSON, as `\u0000`, and of what else a row is written with. */
const WRITTEN = 6;
const FRAME = 256;

/** How many bytes the buffer has at least. */
const LEAST = 1 << 14;

/** Up to how many code units it is quicker to write a response here than to call an encoder. */
const SHORT = 24;

/** The same for the options together, which the encoder would have to join first. */
const SHORT_OPTIONS = 64;

/** The first character that is not ASCII. */
const BEYOND_ASCII = 0x80;

/** The integer for what is not there. */
const NOTHING = 0xffffffff;

/**
 * Where the integers stand that say what is asked, how many options there are, how many bytes the
 * shortest has at least, or nothing if they are handed over, and where the texts end.
 */
const MATH = 0;
const COUNT = 1;
const SHORTEST = 2;
const ENDS = 3;

/** How many integers are handed over, how many a reading takes, and how many a packed row. */
const ASKED = 9;
const READING = 4;
const PACKED = 9;

/** What came of a response: it is graded, or the options have to be handed over for that. */
const GRADED = 1;
const WANTS_OPTIONS = 2;

/** The most options. */
const OPTIONS = 4;

/**
 * `grade` for rows of the common shape: `undefined` for every other one, and for one that the core
 * would refuse.
 *
 * @param {Core} core
 * @returns {(row: GradeRow) => GradeResult | undefined}
 */
export function quickly(core) {
  const { exports, direct } = core;
  const gradeReply = direct((/** @type {ReturnType<typeof exports>} */ wasm) => wasm.grade_reply());

  /** @type {Names | undefined} */
  let names;
  /** A row of so many code units is no longer than a line may be, however it is written. */
  let most = 0;
  /** The exports that the views below are of. @type {ReturnType<typeof exports> | undefined} */
  let running;
  let bytes = new Uint8Array(0);
  let integers = new Uint32Array(0);
  let texts = bytes;

  /**
   * Makes room for texts of so many bytes, and views of the memory as it is now: one that has grown
   * leaves views of no length behind, and a core that was reset has another.
   *
   * @param {number} size
   */
  function reserve(size) {
    const room = Math.max(LEAST, size + 1);
    const place = core.grade_texts(room);
    const first = core.grade_integers();
    names ??= /** @type {Names} */ (core.grade_names());
    // Only now has the memory grown as far as it will.
    running = exports();
    const { buffer } = running.memory;
    bytes = new Uint8Array(buffer);
    texts = new Uint8Array(buffer, place, room);
    integers = new Uint32Array(buffer, first, ASKED + PACKED + 3);
  }

  /**
   * Writes the response and the expected answer one behind the other, and where each ends.
   *
   * @param {string} response @param {string} expected
   */
  function handOver(response, expected) {
    let end = write(response, 0);
    integers[ENDS] = end;
    end += write(expected, end);
    integers[ENDS + 1] = end;
    // So that what a longer text has left there is no part of a character.
    texts[end] = 0;
  }

  /**
   * Writes the options behind those.
   *
   * @param {string[]} options
   * @param {number} units how many code units they have
   */
  function handOverOptions(options, units) {
    let end = integer(ENDS + 1);
    // What is long is written at once. Beyond ASCII the lengths differ, and halves of a pair may have met.
    let plain = false;
    if (units > SHORT_OPTIONS) {
      plain = encoder.encodeInto("".concat(...options), texts.subarray(end)).written === units;
    }
    for (let at = 0; at < options.length; at++) {
      const option = /** @type {string} */ (options[at]);
      end += plain ? option.length : write(option, end);
      integers[ENDS + 2 + at] = end;
    }
    texts[end] = 0;
    integers[SHORTEST] = NOTHING;
  }

  /**
   * Writes `text` from `from` on, and says how many bytes it is.
   *
   * @param {string} text @param {number} from
   */
  function write(text, from) {
    if ((text.length <= SHORT || from > 0) && writesAscii(text, from)) return text.length;
    return encoder.encodeInto(text, from === 0 ? texts : texts.subarray(from)).written;
  }

  /** Writes `text`, if it is ASCII. `false` if it is not. @param {string} text @param {number} from */
  function writesAscii(text, from) {
    for (let at = 0; at < text.length; at++) {
      const unit = text.charCodeAt(at);
      if (unit >= BEYOND_ASCII) return false;
      texts[from + at] = unit;
    }
    return true;
  }

  /** The text of ASCII bytes. @param {number} from @param {number} to */
  function ascii(from, to) {
    let text = "";
    for (let at = from; at < to; at++) text += String.fromCharCode(bytes[at] ?? 0);
    return text;
  }

  /** @param {number} at */
  const integer = (at) => /** @type {number} */ (integers[at]);

  /**
   * One reading out of the integers at `at`. The text of its answer stands in `from..to` of the
   * memory; mostly it is what the reply has, and stands nowhere else.
   *
   * @param {Names} names
   * @param {string} response @param {boolean} plain whether that is ASCII
   * @param {number} at @param {number} from @param {number} to
   * @returns {ReadingResult}
   */
  function reading(names, response, plain, at, from, to) {
    const start = integer(at + 2);
    const end = integer(at + 3);
    const outcome = /** @type {ReadingResult["outcome"]} */ (names.outcomes[integer(at)]);
    const rule = /** @type {string} */ (names.rules[integer(at + 1)]);
    if (start === NOTHING) return { outcome, answer: null, rule, span: null };
    let answer;
    if (from !== to) answer = ascii(from, to);
    else if (plain) answer = response.slice(start, end);
    else answer = ascii(texts.byteOffset + start, texts.byteOffset + end);
    return { outcome, answer, rule, span: [start, end] };
  }

  return (/** @type {any} */ row) => {
    if (row === undefined || row === null) return undefined;
    const { id, kind, expected, response } = row;
    const options = row.options ?? NO_OPTIONS;
    // How many keys there are tells whether it has others; their names would be compared one by one.
    let keys = 0;
    for (const _ in row) keys += 1;
    const common = (id === undefined ? 3 : 4) + (row.options === undefined ? 0 : 1);
    if (keys !== common) return undefined;
    if (typeof response !== "string" || expected === "") return undefined;
    if (id !== undefined && typeof id !== "string" && !Number.isSafeInteger(id)) return undefined;
    if (expected !== null && typeof expected !== "string") return undefined;
    const math = kind === "math";
    if (math ? row.options !== undefined : kind !== "choice") return undefined;
    if (!Array.isArray(options) || options.length > OPTIONS) return undefined;

    const right = expected ?? "";
    let units = 0;
    let shortest = NOTHING;
    for (let at = 0; at < options.length; at++) {
      if (typeof options[at] !== "string") return undefined;
      const { length } = options[at];
      if (length < shortest) shortest = length;
      units += length;
    }
    const all = response.length + right.length + units;
    if (most === 0) most = Math.floor((core.max_line() - FRAME) / WRITTEN);
    if (all + (typeof id === "string" ? id.length : 0) > most) return undefined;
    const size = all * BYTES_A_UNIT;
    if (running === undefined || exports() !== running || size >= texts.length) reserve(size);
    handOver(response, right);
    integers[MATH] = math ? 1 : 0;
    integers[COUNT] = options.length;
    integers[SHORTEST] = shortest;
    const wasm = /** @type {ReturnType<typeof exports>} */ (running);
    let came = gradeReply(wasm);
    if (came === WANTS_OPTIONS) {
      // The memory may have grown.
      if (integers.length === 0) return undefined;
      handOverOptions(options, units);
      came = gradeReply(wasm);
    }
    if (came !== GRADED || names === undefined) return undefined;
    if (integers.length === 0) reserve(0);

    const plain = integer(ENDS) === response.length;
    const first = integer(ASKED + PACKED + 2);
    const middle = first + integer(ASKED + PACKED);
    const end = first + integer(ASKED + PACKED + 1);
    const compliance = names.compliances[integer(ASKED + 2 * READING)];
    return {
      id: id ?? null,
      literal: reading(names, response, plain, ASKED, first, middle),
      committed: reading(names, response, plain, ASKED + READING, middle, end),
      compliance: /** @type {GradeResult["compliance"]} */ (compliance),
    };
  };
}

/** @type {string[]} */
const NO_OPTIONS = [];
