// A set of texts that stores only 64 bits of each, so that a million fit in little memory.

import { createHash, randomBytes } from "node:crypto";

const LEAST = 1024;

/**
 * Creates a map from texts to numbers from 1. Texts are identified by 64 bits of a salted digest.
 * The probability of a collision among a million is one in thirty million, and attackers cannot
 * raise it.
 */
export function createFingerprints() {
  const salt = randomBytes(16);
  let size = 0;
  let keys = new BigUint64Array(LEAST);
  /** 0 marks an empty slot. */
  let values = new Uint32Array(LEAST);

  /** @param {string} text */
  const keyOf = (text) =>
    createHash("sha256").update(salt).update(text).digest().readBigUInt64LE(0);

  /** Returns the slot of `key`, or the empty slot for it. @param {bigint} key */
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
    /** Returns the number of a text, or 0 if it is not in the map. @param {string} text */
    get: (text) => values[place(keyOf(text))] ?? 0,
    /** @param {string} text @param {number} number */
    set(text, number) {
      if (2 * size >= keys.length) grow();
      put(keyOf(text), number);
    },
  };
}

/** @typedef {ReturnType<typeof createFingerprints>} Fingerprints */
