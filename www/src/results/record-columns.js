// The columns of the table of records.

import { html } from "lit";

import { formatDuration, formatTime, formatTimeToSecond } from "../format.js";
import { toOneLine } from "../parts/excerpt.js";
import { outcomeBadge } from "../parts/outcome-badge.js";
import { tooltipText, shortenAgentId } from "../parts/truncate.js";
import { text } from "../text.js";

const labels = text.results;

/** @typedef {import("../parts/virtual-table.js").Column} Column */
/**
 * A row with its question, if it can be drawn again, and the cause of a missing reply.
 *
 * @typedef {import("./worker/file-service.js").Row & { drawn: import("proofmark").DrawnQuestion | undefined, cause: string }} Row
 */

const MAX_LENGTH = 160;

/** Shows untrusted text on one line. @param {string} content */
const oneLineText = (content) => html`<bdi>${toOneLine(content, MAX_LENGTH)}</bdi>`;

/** Returns the right answer; empty if it is withheld. @param {Row} row */
function expectedText({ record }) {
  const value = record?.data.expected;
  return typeof value === "string" || typeof value === "number" ? String(value) : "";
}

/** Returns the reply, or the cause of its absence. @param {Row} row */
function replyOrCauseText({ record, cause }) {
  const { response } = record?.data ?? {};
  return typeof response === "string" ? response : cause;
}

/** @type {Record<string, Omit<Column, "name" | "title">>} */
const CELLS = {
  line: { cell: ({ line }) => line },
  subject: {
    cell: () => "",
    tooltip: ({ subject }) => tooltipText(subject),
  },
  question: {
    cell: ({ drawn, question }) => oneLineText(drawn?.text ?? question),
    tooltip: ({ drawn, question }) => tooltipText(drawn?.prompt ?? question),
  },
  expected: { isFixed: true, cell: (row) => oneLineText(expectedText(row)) },
  replied: {
    isFixed: true,
    cell: (row) => oneLineText(replyOrCauseText(row)),
    tooltip: (row) => tooltipText(replyOrCauseText(row)),
  },
  outcome: { cell: ({ outcome }) => outcomeBadge(outcome) },
  latencyMs: { cell: ({ latencyMs }) => (latencyMs === null ? "" : formatDuration(latencyMs)) },
  fetchedAt: {
    cell: ({ fetchedAt }) => formatTime(fetchedAt),
    tooltip: ({ fetchedAt }) => formatTimeToSecond(fetchedAt),
  },
};

/**
 * Returns the columns; the agent only if there are several.
 *
 * @param {boolean} one True if all records are of one agent.
 * @param {number} common The length of the common start of the agents' ids.
 * @returns {Column[]}
 */
export const recordColumns = (one, common) =>
  COLUMNS.filter(({ name }) => !one || name !== "subject").map((column) =>
    column.name === "subject"
      ? {
          ...column,
          cell: ({ subject }) => html`<bdi>${shortenAgentId(subject, 60, common)}</bdi>`,
        }
      : column,
  );

/** @type {Column[]} */
const COLUMNS = Object.entries(CELLS).map(([name, column]) => ({
  name,
  title: /** @type {Record<string, string>} */ (labels.columns)[name] ?? name,
  ...column,
}));
