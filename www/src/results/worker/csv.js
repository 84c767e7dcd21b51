// Formats rows as CSV (RFC 4180). An apostrophe is put in front of cells that a spreadsheet would
// run as a formula, because ids are untrusted.

import { text } from "../../text.js";

/** @typedef {import("proofmark/suite").Listing} Listing */

/** @param {Listing} listing @param {Uint32Array} places */
export function formatCsv({ rows, subjects }, places) {
  const lines = [text.results.csv.join(",")];
  for (const place of places) {
    const row = rows[place];
    if (row === undefined) continue;
    const cells = [
      row.line,
      subjects[row.subject] ?? "",
      row.question,
      row.family,
      row.stratum ?? "",
      row.outcome,
      row.literal,
      row.committed,
      row.compliance ?? "",
      row.latencyMs ?? "",
      row.fetchedAt,
    ];
    lines.push(cells.map(formatCell).join(","));
  }
  return `${lines.join("\r\n")}\r\n`;
}

/** @param {string | number | boolean} value */
function formatCell(value) {
  const safe = /^[=+\-@\t\r]/.test(String(value)) ? `'${value}` : String(value);
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
