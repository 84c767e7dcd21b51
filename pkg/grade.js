// One reply a call. Its texts go through buffers in the core's memory, and what comes back is
// integers; what has another shape goes the long way, where the core refuses what is wrong.

/** @typedef {typeof import("./full.js").core} Core */
/** @typedef {import("./index.d.ts").GradeRow} GradeRow */
/** @typedef {import("./index.d.ts").GradeResult} GradeResult */
/** @typedef {import("./index.d.ts").ReadingResult} ReadingResult */
/** @typedef {{ outcomes: string[], rules: string[], compliances: string[] }} Names */

const encoder = new TextEncoder();

/** The most UTF-8 bytes of a UTF-16 code unit. */
const BYTES_A_UNIT = 3;

/** How many bytes a buffer has at least. */
const LEAST = 1 << 14;

/** Up to how many code units it is quicker to write a text here than to call an encoder. */
const SHORT = 24;

/** The same for a question, whose texts the encoder would have to join first. */
const SHORT_QUESTION = 64;

/** The first character that is not ASCII. */
const BEYOND_ASCII = 0x80;

/** The integer for what is not there. */
const NOTHING = 0xffffffff;

/** Where the integers stand that say how many options there are, and where the texts end. */
const COUNT = 2;
const ENDS = 3;

/** How many integers are handed over, how many a reading takes, and how many a packed row. */
const ASKED = 8;
const READING = 4;
const PACKED = 9;

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
  /** The exports that the views below are of. @type {ReturnType<typeof exports> | undefined} */
  let running;
  let bytes = new Uint8Array(0);
  let integers = new Uint32Array(0);
  let reply = bytes;
  let question = bytes;

  /** The expected answer and the options that stand in the buffer of the question. */
  const held = Array.from({ length: 1 + OPTIONS }, () => "");
  /** How many options those are; -1 if there is no question. */
  let asked = -1;

  /**
   * Makes room for texts of so many bytes, and views of the memory as it is now: one that has grown
   * leaves views of no length behind, and a core that was reset has another.
   *
   * @param {number} replySize @param {number} questionSize
   */
  function reserve(replySize, questionSize) {
    const replyRoom = Math.max(LEAST, replySize + 1);
    const questionRoom = Math.max(LEAST, questionSize + 1);
    const replyPlace = core.grade_response(replyRoom);
    const questionPlace = core.grade_question(questionRoom);
    const first = core.grade_integers();
    names ??= /** @type {Names} */ (core.grade_names());
    // Only now has the memory grown as far as it will.
    running = exports();
    const { buffer } = running.memory;
    bytes = new Uint8Array(buffer);
    reply = new Uint8Array(buffer, replyPlace, replyRoom);
    question = new Uint8Array(buffer, questionPlace, questionRoom);
    integers = new Uint32Array(buffer, first, ASKED + PACKED + 3);
    asked = -1;
  }

  /**
   * Writes the expected answer and the options, if they are others than last time. `false` if an
   * option is no text.
   *
   * @param {string} expected @param {unknown[]} options
   * @param {number} replySize what is to be reserved for the reply, if anything is
   */
  function ask(expected, options, replySize) {
    const count = options.length;
    let same = count === asked && expected === held[0];
    for (let at = 0; same && at < count; at++) same = options[at] === held[at + 1];
    if (same) return true;
    let joined = expected;
    for (let at = 0; at < count; at++) {
      const option = options[at];
      if (typeof option !== "string") return false;
      joined += option;
    }
    const size = joined.length * BYTES_A_UNIT;
    if (size >= question.length) reserve(replySize, size);
    // What is short is written as it comes. Beyond ASCII the lengths differ, and halves of a pair may
    // have met.
    const short = joined.length <= SHORT_QUESTION;
    const plain = !short && encoder.encodeInto(joined, question).written === joined.length;
    let end = 0;
    for (let at = 0; at <= count; at++) {
      const text = at === 0 ? expected : /** @type {string} */ (options[at - 1]);
      if (plain) end += text.length;
      else if (short && writesAscii(text, question, end)) end += text.length;
      else end += encoder.encodeInto(text, question.subarray(end)).written;
      integers[ENDS + at] = end;
      held[at] = text;
    }
    integers[COUNT] = asked = count;
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
    else answer = ascii(reply.byteOffset + start, reply.byteOffset + end);
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

    const size = response.length * BYTES_A_UNIT;
    if (running === undefined || exports() !== running || size >= reply.length) reserve(size, 0);
    if (!ask(expected ?? "", options, size)) return undefined;
    const length = write(response, reply);
    integers[0] = math ? 1 : 0;
    integers[1] = length;
    const wasm = /** @type {ReturnType<typeof exports>} */ (running);
    if (gradeReply(wasm) === 0 || names === undefined) return undefined;
    if (integers.length === 0) reserve(0, 0);

    const plain = length === response.length;
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

/**
 * Writes `text` to the start of `buffer`, where it has room, and says how many bytes it is.
 *
 * @param {string} text @param {Uint8Array} buffer
 */
function write(text, buffer) {
  if (text.length <= SHORT && writesAscii(text, buffer, 0)) return text.length;
  return encoder.encodeInto(text, buffer).written;
}

/**
 * Writes `text` to `buffer` from `from` on, if it is ASCII. `false` if it is not.
 *
 * @param {string} text @param {Uint8Array} buffer @param {number} from
 */
function writesAscii(text, buffer, from) {
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    if (unit >= BEYOND_ASCII) return false;
    buffer[from + at] = unit;
  }
  return true;
}
