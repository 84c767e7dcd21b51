// Strict JSON, its canonical form, and digests, from docs/proof.md. Part of the second verifier.

import { createHash } from "node:crypto";

/** Returns the SHA-256 of parts, each bytes or text, joined. */
export function sha(...parts) {
  const hash = createHash("sha256");
  for (const part of parts) hash.update(part);
  return hash.digest();
}

export const hexof = (bytes) => bytes.toString("hex");

/** A refusal with its code. */
export class Bad extends Error {
  constructor(code, message = "") {
    super(`${code} ${message}`);
    this.code = code;
  }
}

export function bad(code, message) {
  throw new Bad(code, message);
}

/** Returns the code that `check` refuses with, if it does. */
export function codeOf(check) {
  try {
    check();
  } catch (error) {
    if (!(error instanceof Bad)) throw error;
    return error.code;
  }
}

/** An object. Names are kept as they are, and `__proto__` is one of them. */
export class Obj {
  constructor(entries = []) {
    this.m = new Map(entries);
  }
}

export const isObj = (value) => value instanceof Obj;
export const isText = (value) => typeof value === "string";
/** Reports whether a value is a whole number that JSON readers agree on. */
export const isCount = (value) => Number.isSafeInteger(value) && value >= 0;
export const isHex64 = (value) => isText(value) && /^[0-9a-f]{64}$/.test(value);

/** Returns the value at a JSON Pointer, through objects only. */
export const at = (value, pointer) =>
  pointer
    .split("/")
    .slice(1)
    .reduce((inner, name) => (isObj(inner) ? inner.m.get(name) : undefined), value);

export const without = (object, name) => new Obj([...object.m].filter(([other]) => other !== name));

export function clone(value) {
  if (isObj(value)) return new Obj([...value.m].map(([name, inner]) => [name, clone(inner)]));
  return Array.isArray(value) ? value.map(clone) : value;
}

/** Returns the canonical form of RFC 8785. JSON.stringify writes text as it demands. */
export function jcs(value) {
  if (isObj(value)) {
    const members = [...value.m.keys()].sort();
    return `{${members.map((name) => `${JSON.stringify(name)}:${jcs(value.m.get(name))}`).join(",")}}`;
  }
  if (Array.isArray(value)) return `[${value.map(jcs).join(",")}]`;
  return isText(value) ? JSON.stringify(value) : String(value);
}

const ESCAPES = { '"': '"', "\\": "\\", "/": "/", b: "\b", f: "\f", n: "\n", r: "\r", t: "\t" };
const WORDS = { null: null, true: true, false: false };
const MOST_LEVELS = 127;

/**
 * Parses strict JSON. `flag.number` is set for a number in a notation that is refused: what holds
 * the number decides which step fails.
 */
export function parse(text, flag = {}) {
  const parser = new Parser(text, flag);
  const value = parser.value(0);
  parser.space();
  if (parser.at !== text.length) parser.refuse("text after the value");
  return value;
}

class Parser {
  constructor(text, flag) {
    [this.text, this.flag, this.at] = [text, flag, 0];
  }

  refuse(what) {
    bad("json.invalid", `${what} at ${this.at}`);
  }

  space() {
    while (" \t\n\r".includes(this.text[this.at] || "x")) this.at += 1;
  }

  /** Takes `sign` if it is next. */
  takes(sign) {
    this.space();
    if (this.text[this.at] !== sign) return false;
    this.at += 1;
    return true;
  }

  value(level) {
    this.space();
    const sign = this.text[this.at];
    if (sign === "{" || sign === "[") {
      if (level >= MOST_LEVELS) this.refuse("a level too many");
      this.at += 1;
      return sign === "{" ? this.object(level + 1) : this.array(level + 1);
    }
    if (sign === '"') return this.string();
    for (const [word, value] of Object.entries(WORDS)) {
      if (!this.text.startsWith(word, this.at)) continue;
      this.at += word.length;
      return value;
    }
    return this.number();
  }

  object(level) {
    const object = new Obj();
    if (this.takes("}")) return object;
    do {
      this.space();
      if (this.text[this.at] !== '"') this.refuse("no name");
      const name = this.string();
      if (object.m.has(name)) this.refuse("a name twice");
      if (!this.takes(":")) this.refuse("no colon");
      object.m.set(name, this.value(level));
    } while (this.takes(","));
    if (!this.takes("}")) this.refuse("an open object");
    return object;
  }

  array(level) {
    const array = [];
    if (this.takes("]")) return array;
    do array.push(this.value(level));
    while (this.takes(","));
    if (!this.takes("]")) this.refuse("an open array");
    return array;
  }

  string() {
    this.at += 1;
    let string = "";
    for (;;) {
      const plain = /[^"\\\0-\x1f]*/y;
      plain.lastIndex = this.at;
      const [run] = plain.exec(this.text);
      string += run;
      this.at += run.length;
      const sign = this.text[this.at];
      this.at += 1;
      if (sign === '"') return string;
      if (sign !== "\\") this.refuse("an open string");
      string += this.escape();
    }
  }

  escape() {
    const sign = this.text[this.at];
    this.at += 1;
    if (sign in ESCAPES) return ESCAPES[sign];
    if (sign !== "u") this.refuse("an unknown escape");
    const unit = this.unit();
    if (unit >= 0xdc00 && unit < 0xe000) this.refuse("a lone surrogate");
    if (unit < 0xd800 || unit >= 0xdc00) return String.fromCharCode(unit);
    if (!this.text.startsWith("\\u", this.at)) this.refuse("a lone surrogate");
    this.at += 2;
    const low = this.unit();
    if (low < 0xdc00 || low >= 0xe000) this.refuse("a lone surrogate");
    return String.fromCharCode(unit, low);
  }

  unit() {
    const digits = this.text.slice(this.at, this.at + 4);
    if (!/^[0-9a-fA-F]{4}$/.test(digits)) this.refuse("no four digits");
    this.at += 4;
    return parseInt(digits, 16);
  }

  number() {
    const notation = /-?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][+-]?[0-9]+)?/y;
    notation.lastIndex = this.at;
    const [number, , fraction, exponent] = notation.exec(this.text) ?? this.refuse("no value");
    this.at += number.length;
    const whole = !fraction && !exponent && number !== "-0" && Number.isSafeInteger(Number(number));
    if (whole) return Number(number);
    this.flag.number = true;
    return NaN;
  }
}
