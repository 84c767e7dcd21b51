// Validates arguments. The wasm glue does not: it would use a number as the address of a text.

import { ProofmarkError } from "../wasm/error.js";
import { isIterableOrStream, toIterable } from "./iterate.js";

const encoder = new TextEncoder();

/**
 * Returns the type tag of a value. `instanceof` fails for values of other windows.
 *
 * @param {unknown} value
 */
function typeTag(value) {
  try {
    return Object.prototype.toString.call(value).slice(8, -1);
  } catch {
    return "what cannot be read";
  }
}

/**
 * Reports whether a value is a `Uint8Array` of any window. A detached one would read as empty, so
 * it is not.
 *
 * @param {unknown} value
 * @returns {value is Uint8Array}
 */
export function isBytes(value) {
  return typeTag(value) === "Uint8Array" && !isDetached(value);
}

/** @param {unknown} value a `Uint8Array`, or an object with its type tag */
function isDetached(value) {
  try {
    Uint8Array.prototype.at.call(value, 0);
    return false;
  } catch {
    return true;
  }
}

/** Describes a value for a message, without its text, which may be a secret. @param {any} value */
export function describe(value) {
  if (typeof value === "string") return "text";
  if (typeof value === "symbol") return "Symbol";
  const written = value === null || !["object", "function"].includes(typeof value);
  if (written) return String(value);
  const name = typeTag(value);
  return name === "Uint8Array" && isDetached(value) ? "a Uint8Array without its buffer" : name;
}

/** @param {string} thing @param {string} expected @param {string} found @param {unknown} [cause] */
export const optionError = (thing, expected, found, cause) =>
  new ProofmarkError("host.option", `${thing}: expected ${expected}, found ${found}`, { cause });

/** @typedef {keyof typeof KINDS} Kind */

const integer = (/** @type {any} */ value, /** @type {number} */ least) =>
  Number.isSafeInteger(value) && value >= least;

/**
 * The maximum number of questions per call, since a call blocks and keeps all of them in memory.
 */
export const MOST_DRAWN = 100_000;

/** Kinds of arguments and members: a description and a predicate. */
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
  contact: {
    is: "record, configured or answered",
    holds: (/** @type {any} */ value) => ["record", "configured", "answered"].includes(value),
  },
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
      isIterableOrStream(value) && (typeTag(value) !== "Uint8Array" || !isDetached(value)),
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
    holds: (/** @type {any} */ value) => typeTag(value) === "Object" && isPlain(value),
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
 * Returns `value` if it is of this kind; throws otherwise.
 *
 * @template T
 * @param {string} thing
 * @param {Kind} kind
 * @param {T} value
 * @returns {T}
 */
export function checkArgument(thing, kind, value) {
  const { is, holds } = KINDS[kind];
  if (holds(value)) return value;
  throw optionError(thing, is, describe(value));
}

/**
 * Copies and validates the options of a call. Undefined options become an empty object. Members in
 * `kinds` must be of their kind or undefined, and texts must be well-formed.
 *
 * @template {object} T
 * @param {string} call
 * @param {T | undefined} options
 * @param {Record<string, Kind>} [kinds]
 * @returns {T}
 */
export function readOptions(call, options, kinds = {}) {
  if (options === undefined) return /** @type {T} */ ({});
  const thing = `${call} options`;
  const members = callGetter(thing, () => copyMembers(checkArgument(thing, "object", options)));
  for (const [name, kind] of Object.entries(kinds)) {
    if (members[name] !== undefined) checkArgument(name, kind, members[name]);
  }
  for (const [name, member] of Object.entries(members))
    if (typeof member === "string") checkText(name, member);
  return /** @type {T} */ (members);
}

/**
 * Like {@link readOptions}, and refuses members that are not in `names`.
 *
 * @template {object} T
 * @param {string} call
 * @param {T | undefined} options
 * @param {readonly string[]} names
 * @param {Record<string, Kind>} [kinds]
 * @returns {T}
 */
export function checkOptions(call, options, names, kinds) {
  const members = readOptions(call, options, kinds);
  const stranger = Object.keys(members).find((name) => !names.includes(name));
  if (stranger === undefined) return members;
  throw optionError(`option of ${call}`, `one of ${names.join(", ")}`, JSON.stringify(stranger));
}

/** The maximum depth of an argument of the core. */
const DEPTH = 4;

/**
 * Copies an argument of the core, so that no getter runs within the core; an exception there would
 * leave it in an inconsistent state. Copies only plain objects and arrays.
 *
 * @param {unknown} value
 */
export const copyPlain = (value) =>
  typeof value === "object" && value !== null
    ? callGetter("argument", () => (isPlain(value) ? deepCopy(value, DEPTH) : value))
    : value;

/** @param {object} value */
function isPlain(value) {
  if (Array.isArray(value)) return true;
  // Objects of other windows have another Object.prototype.
  const prototype = Object.getPrototypeOf(value);
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}

/** @param {any} value @param {number} depth @returns {any} */
function deepCopy(value, depth) {
  if (typeof value !== "object" || value === null) return value;
  const part = (/** @type {unknown} */ part) => (depth > 0 ? deepCopy(part, depth - 1) : null);
  if (Array.isArray(value)) return Array.from(value, part);
  return typeTag(value) === "Object" ? copyMembers(value, part) : value;
}

/**
 * Copies the members of an object, and passes the value of each through `of`.
 *
 * @param {Record<string, any>} object
 * @param {(member: unknown) => unknown} [of]
 * @returns {Record<string, unknown>}
 */
function copyMembers(object, of = (member) => member) {
  const member = (/** @type {string} */ name) => callGetter(name, () => of(object[name]));
  return Object.fromEntries(Object.keys(object).map((name) => [name, member(name)]));
}

/**
 * Calls `read`, and converts an exception of a caller's getter.
 *
 * @template T
 * @param {string} thing
 * @param {() => T} read
 * @returns {T}
 */
function callGetter(thing, read) {
  try {
    return read();
  } catch (error) {
    if (error instanceof ProofmarkError) throw error;
    throw optionError(thing, "what can be read", "a getter that throws", error);
  }
}

/** A lone surrogate, which UTF-8 cannot represent. */
const HALF = /\p{Surrogate}/u;

/**
 * Returns `text` if it has no lone surrogates; the core would receive another text.
 *
 * @param {string} thing
 * @param {string} text
 */
export function checkText(thing, text) {
  if (!HALF.test(text)) return text;
  throw optionError(thing, "text of whole characters", "half of a surrogate pair");
}

/**
 * Returns the bytes of `data`. Refuses other views and buffers, which the glue would treat as
 * empty.
 *
 * @param {string | Uint8Array} data
 * @param {string} [thing]
 */
export function toBytes(data, thing = "data") {
  if (typeof data === "string") return encoder.encode(checkText(thing, data));
  if (isBytes(data)) return data;
  throw optionError(thing, "text or a Uint8Array", describe(data));
}

/** A path or a URL: a root, a home or a drive at the start, or the name of a JSON file. */
const PATH =
  /^(?:\.{0,2}[\\/]|~[\\/]|[A-Za-z]:[\\/]|[a-z]+:\/\/|[^\s{}[\]"]+\.(?:json|jsonl|ndjson)$)/;

/**
 * Returns the bytes of a file, given by its contents. Refuses a path, a common mistake.
 *
 * @param {string | Uint8Array} contents
 * @param {string} thing
 */
export function fileContents(contents, thing) {
  if (
    typeof contents === "string" &&
    PATH.test(contents.slice(0, 4096)) &&
    !contents.includes("\n")
  )
    throw optionError(thing, "the contents of a file", "a path; read the file first");
  return toBytes(contents, thing);
}

/**
 * Yields the bytes of `chunk` in pieces of `size`, to limit the copies in the core's memory.
 *
 * @param {string | Uint8Array} chunk
 * @param {number} size
 */
export function* sliceBytes(chunk, size) {
  const bytes = toBytes(chunk);
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

/**
 * Yields the bytes of `chunks`. A surrogate pair may be split between two text chunks.
 *
 * @param {import("../index.d.ts").Chunks} chunks
 * @returns {AsyncGenerator<Uint8Array, void, void>}
 */
export async function* toByteChunks(chunks) {
  let begun = "";
  for await (const chunk of toIterable(chunks)) {
    if (typeof chunk === "string") {
      const text = begun + chunk;
      const last = text.slice(-1);
      begun = last >= "\ud800" && last <= "\udbff" ? last : "";
      yield toBytes(text.slice(0, text.length - begun.length));
    } else {
      toBytes(begun);
      yield toBytes(chunk);
    }
  }
  toBytes(begun);
}

/**
 * Returns JSON as bytes. Text is passed on unchanged, because `JSON.parse` would lose how numbers
 * are written.
 *
 * @param {string} thing
 * @param {unknown} value JSON text, its bytes, or a value
 */
export function toJsonBytes(thing, value) {
  if (isBytes(value)) return value;
  return toBytes(typeof value === "string" ? value : toJson(thing, value), thing);
}

/** Type tags of JSON values. `JSON.stringify` would write others, such as a promise, as `{}`. */
const WRITTEN = new Set(["Object", "Array", "String", "Number", "Boolean", "BigInt", "Null"]);

/**
 * Serialises the options of a call for the core. Getters run before, not within the core.
 *
 * @param {string} call
 * @param {object} options
 */
export const toOptionsJson = (call, options) => toJson(call, copyPlain(options));

/** Types of values without a form in JSON. */
const UNWRITTEN = new Set(["function", "symbol", "bigint"]);

/** Serialises a value to JSON text. @param {string} thing @param {any} value */
export function toJson(thing, value) {
  let text;
  let cause;
  try {
    if (!WRITTEN.has(typeTag(value)) && typeof value?.toJSON !== "function")
      throw optionError(thing, "a value that JSON has", describe(value));
    text = JSON.stringify(value, (name, part) => {
      const where = name === "" ? thing : `${name} of ${thing}`;
      // JSON.stringify would write null.
      if (typeof part === "number" && !Number.isFinite(part))
        throw optionError(where, "a number that JSON has", String(part));
      // JSON.stringify would drop these, and not name a BigInt.
      if (UNWRITTEN.has(typeof part))
        throw optionError(where, "a value that JSON has", describe(part));
      return part;
    });
  } catch (error) {
    if (error instanceof ProofmarkError) throw error;
    cause = error;
  }
  if (text !== undefined) return text;
  throw optionError(thing, "a value that JSON has", describe(value), cause);
}
