// One record by itself, as a file of lines. The badge and the dashboard take it however it is laid out.

const encoder = new TextEncoder();

/**
 * A file as lines, and whether it is one single value. A record that is laid out over several lines
 * is put on one: between the parts of a value a line break is a space, and within text there is none.
 *
 * @template {ArrayBufferLike} T
 * @param {Uint8Array<T>} bytes
 */
export function framed(bytes) {
  const text = valueText(bytes);
  return text === undefined
    ? { file: bytes, single: false }
    : { file: encoder.encode(`${text.replace(/[\r\n]+/g, " ")}\n`), single: true };
}

/** The text of a file that is one JSON value. @param {Uint8Array} bytes */
function valueText(bytes) {
  try {
    const text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
    // Only to see where the value ends. Whether it is a record, and a strict one, the core says.
    JSON.parse(text);
    return text.trim();
  } catch {
    return undefined;
  }
}
