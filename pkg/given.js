// What callers hand over, held to what it should be before anything is done with it: the glue would
// take a number for the place of a text in the memory of the core.

import { ProofmarkError } from "./error.js";
import { areItems, iterable } from "./source.js";

const encoder = new TextEncoder();

/** The names of types are those of other windows too, which have classes of their own. @param {unknown} value */
function tag(value) {
  try {
    return Object.prototype.toString.call(value).slice(8, -1);
  } catch {
    return "what cannot be read";
  }
}

/**
 * Whether a value is a `Uint8Array`, of whatever window. One whose buffer was handed on to somebody
 * else, or was cut off before it, would read as empty.
 *
 * @param {unknown} value
 * @returns {value is Uint8Array}
 */
export function isBytes(value) {
  return tag(value) === "Uint8Array" && !isGone(value);
}

/** @param {unknown} value a `Uint8Array`, or what calls itself one */
function isGone(value) {
  try {
    Uint8Array.prototype.at.call(value, 0);
    return false;
  } catch {
    return true;
  }
}

/** What a value is, for a message. A text may be a secret. @param {any} value */
export function found(value) {
  if (typeof value === "string") return "text";
  if (typeof value === "symbol") return "Symbol";
  const written = value === null || !["object", "function"].includes(typeof value);
  if (written) return String(value);
  const name = tag(value);
  return name === "Uint8Array" && isGone(value) ? "a Uint8Array without its buffer" : name;
}

/** @param {string} thing @param {string} expected @param {string} found @param {unknown} [cause] */
export const refusal = (thing, expected, found, cause) =>
  new ProofmarkError("host.option", `${thing}: expected ${expected}, found ${found}`, { cause });

/** @typedef {keyof typeof KINDS} Kind */

const integer = (/** @type {any} */ value, /** @type {number} */ least) =>
  Number.isSafeInteger(value) && value >= least;

/** The most questions that one call draws: all of them are in memory at once, and nothing else runs meanwhile. */
export const MOST_DRAWN = 100_000;

/** What arguments and members can be: in words, and as a test. */
const KINDS = {
  text: { is: "text", holds: (/** @type {any} */ value) => typeof value === "string" },
  bytes: { is: "a Uint8Array", holds: isBytes },
  number: { is: "a number", holds: (/** @type {any} */ value) => Number.isFinite(value) },
  index: { is: "a whole number from 0", holds: (/** @type {any} */ value) => integer(value, 0) },
  count: { is: "a whole number from 1", holds: (/** @type {any} */ value) => integer(value, 1) },
  places: {
    is: "a whole number from 1 to 10,000",
    holds: (/** @type {any} */ value) => integer(value, 1) && value <= 10_000,
  },
  drawn: {
    is: "a whole number from 0 to 100,000",
    holds: (/** @type {any} */ value) => integer(value, 0) && value <= MOST_DRAWN,
  },
  status: {
    is: "a status of HTTP",
    holds: (/** @type {any} */ value) => integer(value, 0) && value <= 999,
  },
  rate: {
    is: "a number of requests a second above 0",
    holds: (/** @type {any} */ value) => Number.isFinite(value) && value > 0,
  },
  flag: { is: "true or false", holds: (/** @type {any} */ value) => typeof value === "boolean" },
  list: { is: "a list", holds: Array.isArray },
  texts: {
    is: "a list of texts",
    holds: (/** @type {any} */ value) =>
      Array.isArray(value) && value.every((text) => typeof text === "string"),
  },
  span: {
    is: "two whole numbers from 0",
    holds: (/** @type {any} */ value) =>
      Array.isArray(value) && value.length === 2 && value.every((at) => integer(at, 0)),
  },
  items: {
    is: "a list or a stream",
    holds: (/** @type {any} */ value) =>
      areItems(value) && (tag(value) !== "Uint8Array" || !isGone(value)),
  },
  iterable: {
    is: "an iterable",
    holds: (/** @type {any} */ value) => typeof value?.[Symbol.iterator] === "function",
  },
  object: {
    is: "an object",
    holds: (/** @type {any} */ value) =>
      typeof value === "object" && value !== null && !Array.isArray(value),
  },
  plain: {
    is: "a plain object",
    holds: (/** @type {any} */ value) => tag(value) === "Object" && isPlain(value),
  },
  function: { is: "a function", holds: (/** @type {any} */ value) => typeof value === "function" },
  signal: {
    is: "an AbortSignal",
    holds: (/** @type {any} */ value) =>
      value === null || typeof value.addEventListener === "function",
  },
  log: {
    is: "a log",
    holds: (/** @type {any} */ value) =>
      value === null ||
      [value?.append, value?.checkpoint].every((member) => typeof member === "function"),
  },
};

/**
 * `value`, if it is of its kind.
 *
 * @template T
 * @param {string} thing
 * @param {Kind} kind
 * @param {T} value
 * @returns {T}
 */
export function held(thing, kind, value) {
  const { is, holds } = KINDS[kind];
  if (holds(value)) return value;
  throw refusal(thing, is, found(value));
}

/**
 * The options of a call, read once: an object, an empty one for none. Those of its members that are
 * named and there are of their kinds, and what is text is of whole characters.
 *
 * @template {object} T
 * @param {string} call
 * @param {T | undefined} options
 * @param {Record<string, Kind>} [kinds]
 * @returns {T}
 */
export function optionsOf(call, options, kinds = {}) {
  if (options === undefined) return /** @type {T} */ ({});
  const thing = `${call} options`;
  const members = readOnce(thing, () => membersOf(held(thing, "object", options)));
  for (const [name, kind] of Object.entries(kinds)) {
    if (members[name] !== undefined) held(name, kind, members[name]);
  }
  for (const [name, member] of Object.entries(members))
    if (typeof member === "string") whole(name, member);
  return /** @type {T} */ (members);
}

/**
 * The same of a call whose options all end here: one that is not named is refused.
 *
 * @template {object} T
 * @param {string} call
 * @param {T | undefined} options
 * @param {readonly string[]} names
 * @param {Record<string, Kind>} [kinds]
 * @returns {T}
 */
export function known(call, options, names, kinds) {
  const members = optionsOf(call, options, kinds);
  const stranger = Object.keys(members).find((name) => !names.includes(name));
  if (stranger === undefined) return members;
  throw refusal(`option of ${call}`, `one of ${names.join(", ")}`, JSON.stringify(stranger));
}

/** How deep an argument of the core is at most, an object of lists of pairs. */
const DEPTH = 4;

/**
 * An argument of the core, without anything in it that runs when it is read: what a getter throws
 * within the core would leave that half written. Other objects than plain ones and lists are what
 * they are.
 *
 * @param {unknown} value
 */
export const plain = (value) =>
  typeof value === "object" && value !== null
    ? readOnce("argument", () => (isPlain(value) ? copied(value, DEPTH) : value))
    : value;

/** @param {object} value */
function isPlain(value) {
  if (Array.isArray(value)) return true;
  // Objects of other windows are plain too.
  const prototype = Object.getPrototypeOf(value);
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}

/** @param {any} value @param {number} depth @returns {any} */
function copied(value, depth) {
  if (typeof value !== "object" || value === null) return value;
  const part = (/** @type {unknown} */ part) => (depth > 0 ? copied(part, depth - 1) : null);
  if (Array.isArray(value)) return Array.from(value, part);
  return tag(value) === "Object" ? membersOf(value, part) : value;
}

/**
 * The members of an object, each as `of` has it.
 *
 * @param {Record<string, any>} object
 * @param {(member: unknown) => unknown} [of]
 * @returns {Record<string, unknown>}
 */
function membersOf(object, of = (member) => member) {
  const member = (/** @type {string} */ name) => readOnce(name, () => of(object[name]));
  return Object.fromEntries(Object.keys(object).map((name) => [name, member(name)]));
}

/**
 * What `read` reads of what a caller has made.
 *
 * @template T
 * @param {string} thing
 * @param {() => T} read
 * @returns {T}
 */
function readOnce(thing, read) {
  try {
    return read();
  } catch (error) {
    if (error instanceof ProofmarkError) throw error;
    throw refusal(thing, "what can be read", "a getter that throws", error);
  }
}

/** Half of a surrogate pair without the other one: no character, and no bytes stand for it. */
const HALF = /\p{Surrogate}/u;

/**
 * `text`, if it is of whole characters: to the core another one would be another text.
 *
 * @param {string} thing
 * @param {string} text
 */
export function whole(thing, text) {
  if (!HALF.test(text)) return text;
  throw refusal(thing, "text of whole characters", "half of a surrogate pair");
}

/**
 * The bytes of `data`. Other views and buffers are refused: taken for bytes they would be empty.
 *
 * @param {string | Uint8Array} data
 * @param {string} [thing]
 */
export function bytesOf(data, thing = "data") {
  if (typeof data === "string") return encoder.encode(whole(thing, data));
  if (isBytes(data)) return data;
  throw refusal(thing, "text or a Uint8Array", found(data));
}

/**
 * The bytes of `chunk`, in pieces of `size`: what is long would be copied whole into the memory of
 * the core.
 *
 * @param {string | Uint8Array} chunk
 * @param {number} size
 */
export function* pieces(chunk, size) {
  const bytes = bytesOf(chunk);
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

/**
 * The bytes of `chunks`, one by one. A character of text may begin in one chunk and end in the next.
 *
 * @param {import("./index.d.ts").Chunks} chunks
 * @returns {AsyncGenerator<Uint8Array, void, void>}
 */
export async function* bytesIn(chunks) {
  let begun = "";
  for await (const chunk of iterable(chunks)) {
    if (typeof chunk === "string") {
      const text = begun + chunk;
      const last = text.slice(-1);
      begun = last >= "\ud800" && last <= "\udbff" ? last : "";
      yield bytesOf(text.slice(0, text.length - begun.length));
    } else {
      bytesOf(begun);
      yield bytesOf(chunk);
    }
  }
  bytesOf(begun);
}

/**
 * JSON text as bytes. Text is taken as it is: what `JSON.parse` would make of a number that is
 * written in another way is not what was written.
 *
 * @param {string} thing
 * @param {unknown} value JSON text, its bytes, or a value
 */
export function jsonOf(thing, value) {
  if (isBytes(value)) return value;
  return bytesOf(typeof value === "string" ? value : textOf(thing, value), thing);
}

/** What JSON has. Of anything else, such as a promise or a buffer, it would write `{}` without a word. */
const WRITTEN = new Set(["Object", "Array", "String", "Number", "Boolean", "BigInt", "Null"]);

/** A value as JSON text. @param {string} thing @param {any} value */
export function textOf(thing, value) {
  let text;
  let cause;
  try {
    if (!WRITTEN.has(tag(value)) && typeof value?.toJSON !== "function")
      throw refusal(thing, "a value that JSON has", found(value));
    text = JSON.stringify(value, (name, part) => {
      // It would become null, which says something else.
      if (typeof part !== "number" || Number.isFinite(part)) return part;
      const where = name === "" ? thing : `${name} of ${thing}`;
      throw refusal(where, "a number that JSON has", String(part));
    });
  } catch (error) {
    if (error instanceof ProofmarkError) throw error;
    cause = error;
  }
  if (text !== undefined) return text;
  throw refusal(thing, "a value that JSON has", found(value), cause);
}
