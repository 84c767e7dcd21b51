// The baseline for grading: the reference SDK's method in plain JavaScript, the first match of the
// standard's two patterns. It accepts and refuses the same rows and returns the same facts:
// outcome, answer, and the span in UTF-8 bytes.
//
// It does less: it has only the literal reading, and ignores duplicate keys, as `JSON.parse` does.

const NUMBER = /-?\d+(?:\.\d+)?/;
const LETTER = /\b([A-Da-d])\b/;

const NUMERIC = /^-?\d+(?:\.\d+)?$/;
const LETTERS = /^[A-Da-d]$/;
const BEYOND_ASCII = /[^\x00-\x7f]/;

/** Reads one reply: `[outcome, answer, start, end]`. */
export function read(kind, response, options, expected) {
  const match = (kind === "math" ? NUMBER : LETTER).exec(response);
  let answer = null;
  let start = 0;
  let end = 0;
  if (match) {
    answer = kind === "math" ? Number.parseFloat(match[0]) : match[1].toUpperCase();
    start = bytes(response, match.index);
    end = start + match[0].length;
  } else if (kind === "choice" && options) {
    const text = response.toLowerCase();
    const index = options.findIndex(
      (option) => option.length > 0 && text.includes(option.toLowerCase()),
    );
    if (index >= 0) {
      answer = "ABCD"[index];
      const at = text.indexOf(options[index].toLowerCase());
      start = bytes(response, at);
      end = bytes(response, at + options[index].length);
    }
  }
  if (answer === null) return [response.trim() === "" ? "empty" : "unparseable", null, start, end];
  if (expected === null) return ["answered", answer, start, end];
  const right = kind === "math" ? answer === Number.parseFloat(expected) : answer === expected;
  return [right ? "correct" : "wrong", answer, start, end];
}

/** Returns the number of UTF-8 bytes of the first `units` code units of `text`. */
function bytes(text, units) {
  const before = text.slice(0, units);
  return BEYOND_ASCII.test(before) ? Buffer.byteLength(before) : units;
}

/** Throws if `row` is not a valid row. */
function check(row) {
  if (typeof row !== "object" || row === null) throw new TypeError("row: expected an object");
  for (const key in row) {
    switch (key) {
      case "id":
      case "kind":
      case "options":
      case "expected":
      case "response":
        break;
      default:
        throw new TypeError(`row: expected a key it may have, found ${key}`);
    }
  }
  const { id, kind, options, expected, response } = row;
  if (id !== undefined && typeof id !== "string" && !Number.isSafeInteger(id)) {
    throw new TypeError("id: expected a text or an integer");
  }
  if (kind !== "math" && kind !== "choice") throw new TypeError("kind: expected math or choice");
  if (typeof response !== "string") throw new TypeError("response: expected a text");
  const form = kind === "math" ? NUMERIC : LETTERS;
  if (expected !== null && !(typeof expected === "string" && form.test(expected))) {
    throw new TypeError("expected: expected an answer, or null");
  }
  if (options === undefined || options === null) return;
  const texts = kind === "choice" && Array.isArray(options) && options.length <= 4;
  if (!texts || !options.every((option) => typeof option === "string")) {
    throw new TypeError("options: expected at most four texts, of a choice");
  }
}

/** Grades one row. The result has the shape of `grade`, with one reading. */
export function grade(row) {
  check(row);
  const { id = null, kind, options, expected, response } = row;
  const [outcome, answer, start, end] = read(kind, response, options, expected);
  return {
    id,
    literal: {
      outcome,
      answer: answer === null ? null : String(answer),
      span: answer === null ? null : [start, end],
    },
  };
}

/** Grades NDJSON bytes to NDJSON bytes. Skips invalid lines. */
export function batch(bytes) {
  let out = "";
  for (const line of new TextDecoder().decode(bytes).split("\n")) {
    if (line === "") continue;
    try {
      out += `${JSON.stringify(grade(JSON.parse(line)))}\n`;
    } catch {}
  }
  return new TextEncoder().encode(out);
}
