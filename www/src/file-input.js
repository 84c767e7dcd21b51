// Recognises the files that the page can open: record files, single records, scorecards, and HTML
// reports of proofmark, which contain one of them.

import { toRecordFile } from "../../pkg/verify/single-record.js";

/** The maximum size of a single record or a scorecard in bytes. */
const MAX_SINGLE = 1 << 22;
/** The number of bytes examined to recognise a file. */
const START = 1 << 16;
/** The embedded file of an HTML report. */
const EMBEDDED = /<script type="application\/json" id="proofmark-data">([^]*?)<\/script>/;

/** @typedef {"records" | "record" | "scorecard" | "scores" | "foreign"} Kind */
/**
 * A recognised file. `blob` is the file to read: records or scores with one per line, or a scorecard. `what`
 * describes a foreign file.
 *
 * @typedef {{ kind: Kind, blob: Blob, what?: string }} Input
 */

/** Recognises a file. @param {Blob} file @returns {Promise<Input>} */
export async function recognise(file) {
  const start = await file.slice(0, START).text();
  if (/^\s*</.test(start)) {
    const [, embedded] = EMBEDDED.exec(await file.text()) ?? [];
    return embedded === undefined
      ? { kind: "foreign", blob: file, what: "an HTML page" }
      : recognise(new Blob([embedded]));
  }
  if (/^\s*\[?\s*\{\s*"breakdown"\s*:/.test(start)) return { kind: "scores", blob: file };
  // A record file may begin with a damaged line, and a binary file may contain a brace.
  const isText = !BINARIES.some(([prefix]) => start.startsWith(prefix));
  if (start !== "" && !(isText && /^\ufeff?\s*\{\s*["}]/m.test(start)))
    return { kind: "foreign", blob: file, what: describeForeignFile(start) };
  if (file.size > MAX_SINGLE) return { kind: "records", blob: file };
  const { file: bytes, single } = toRecordFile(new Uint8Array(await file.arrayBuffer()));
  if (!single) return { kind: "records", blob: file };
  const value = JSON.parse(new TextDecoder().decode(bytes));
  if ("suite" in value && "results" in value) return { kind: "scorecard", blob: file };
  if ("type" in value) return { kind: "records", blob: new Blob([bytes]) };
  if ("data" in value && "subject" in value) return { kind: "record", blob: new Blob([bytes]) };
  return { kind: "foreign", blob: file, what: "JSON of another kind" };
}

/** The first bytes of common binary formats, as text. */
const BINARIES = /** @type {const} */ ([
  ["\ufffdPNG", "a PNG image"],
  ["\ufffd\ufffd\ufffd", "a JPEG image"],
  ["%PDF", "a PDF document"],
  ["PK", "a ZIP archive"],
]);

/** Describes the format of a foreign file. @param {string} start */
const describeForeignFile = (start) =>
  BINARIES.find(([prefix]) => start.startsWith(prefix))?.[1] ??
  (start.startsWith("[")
    ? "a JSON array"
    : start.includes("\ufffd") || start.includes("\0")
      ? "a binary file"
      : "a text file");
