// A set of texts of which only sixty-four bits each are kept, so that a million take little.

import { createHash, randomBytes } from "node:crypto";

const LEAST = 1024;

/**
 * Texts, each with a number from 1. They are told apart by 64 bits of a salted digest: among a
 * million, two look alike with a chance of one in thirty million, which nobody can raise.
 */
export function createFingerprints() {
  const salt = randomBytes(16);
  let size = 0;
  let keys = new BigUint64Array(LEAST);
  /** None is 0. */
  let values = new Uint32Array(LEAST);

  /** @param {string} text */
  const keyOf = (text) =>
    createHash("sha256").update(salt).update(text).digest().readBigUInt64LE(0);

  /** Where `key` stands, or would. @param {bigint} key */
  function place(key) {
    let at = Number(key & BigInt(keys.length - 1));
    while (values[at] !== 0 && keys[at] !== key) at = (at + 1) % keys.length;
    return at;
  }

  /** @param {bigint} key @param {number} value */
  function put(key, value) {
    const at = place(key);
    if (values[at] === 0) size += 1;
    keys[at] = key;
    values[at] = value;
  }

  function grow() {
    const [oldKeys, oldValues] = [keys, values];
    size = 0;
    keys = new BigUint64Array(2 * oldKeys.length);
    values = new Uint32Array(2 * oldKeys.length);
    oldValues.forEach((value, at) => {
      if (value !== 0) put(oldKeys[at] ?? 0n, value);
    });
  }

  return {
    get size() {
      return size;
    },
    /** The number of a text; 0 of one that is not in the set. @param {string} text */
    get: (text) => values[place(keyOf(text))] ?? 0,
    /** @param {string} text @param {number} number */
    set(text, number) {
      if (2 * size >= keys.length) grow();
      put(keyOf(text), number);
    },
  };
}

/** @typedef {ReturnType<typeof createFingerprints>} Fingerprints */
