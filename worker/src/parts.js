// Splits data into database values below the platform's limit of 2,000,000 bytes.

/** The maximum bytes of one parameter, below the platform's limit. */
export const MOST_VALUE = 1_500_000;

const encoder = new TextEncoder();

/** Returns the UTF-8 length of a text. @param {string} text */
export const utf8Length = (text) => encoder.encode(text).length;

/**
 * Splits values into JSON arrays of at most `most` bytes, in order. A single larger value is an
 * array of its own.
 *
 * @param {Iterable<unknown>} values
 * @param {number} [most]
 */
export function splitIntoJsonArrays(values, most = MOST_VALUE) {
  /** @type {string[][]} */
  const parts = [];
  let size = most;
  for (const value of values) {
    const text = JSON.stringify(value);
    const bytes = utf8Length(text) + 1;
    if (size + bytes > most) {
      parts.push([]);
      size = 1;
    }
    parts.at(-1)?.push(text);
    size += bytes;
  }
  return parts.map((texts) => `[${texts.join(",")}]`);
}
