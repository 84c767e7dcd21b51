// What goes to the database in one value stays below the most that it takes: 2,000,000 bytes.

/** The most bytes of one parameter, with room to the platform's limit. */
export const MOST_VALUE = 1_500_000;

const encoder = new TextEncoder();

/** How many bytes a text takes. @param {string} text */
export const bytesOf = (text) => encoder.encode(text).length;

/**
 * Values as JSON arrays of them, in order, none larger than `most` bytes unless by one value alone.
 *
 * @param {Iterable<unknown>} values
 * @param {number} [most]
 */
export function jsonParts(values, most = MOST_VALUE) {
  /** @type {string[][]} */
  const parts = [];
  let size = most;
  for (const value of values) {
    const text = JSON.stringify(value);
    const bytes = bytesOf(text) + 1;
    if (size + bytes > most) {
      parts.push([]);
      size = 1;
    }
    parts.at(-1)?.push(text);
    size += bytes;
  }
  return parts.map((texts) => `[${texts.join(",")}]`);
}
