// Converts a single record, in any layout, to a record file. Used by the badge and the dashboard.

const encoder = new TextEncoder();

/**
 * Returns a file as lines, and whether it is a single JSON value. A value on several lines is
 * joined to one line: line breaks occur only between tokens, never within strings.
 *
 * @template {ArrayBufferLike} T
 * @param {Uint8Array<T>} bytes
 */
export function toRecordFile(bytes) {
  const text = jsonValueText(bytes);
  return text === undefined
    ? { file: bytes, single: false }
    : { file: encoder.encode(`${text.replace(/[\r\n]+/g, " ")}\n`), single: true };
}

/** Returns the text of a file if it is one JSON value. @param {Uint8Array} bytes */
function jsonValueText(bytes) {
  try {
    const text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
    // Only to find out whether it is one value. The core decides whether it is a valid record.
    JSON.parse(text);
    return text.trim();
  } catch {
    return undefined;
  }
}
