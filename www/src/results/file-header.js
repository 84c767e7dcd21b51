// The header of an open file: names, contents and verdict.

import { html } from "lit";

import { count, formatShare, formatSize, formatTime } from "../format.js";
import { truncateMiddle } from "../parts/truncate.js";
import { text } from "../text.js";
import { truncatedLinesNotice } from "./overview.js";

const labels = text.results;
/** The maximum number of names shown for files opened together. */
const MAX_NAMES = 10;

/** @typedef {import("./opened.js").Opened} Opened */

/** Lists the files that were opened together. @param {Opened[]} parts */
export function partNames(parts) {
  const more = parts.length - MAX_NAMES;
  return html`<ul class="soft small">
    ${parts.slice(0, MAX_NAMES).map(({ name }) => html`<li><bdi>${truncateMiddle(name, 80)}</bdi></li>`)}
    ${more > 0 ? html`<li>${text.evidence.more(count(more))}</li>` : ""}
  </ul>`;
}

/** Shows how much of a file has been read. @param {Opened} file @param {number} read in bytes */
export const readingProgress = ({ blob: { size: all } }, read) =>
  html`<div class="stack" role="status">
    <p class="soft">
      ${labels.reading} ${all > 0 ? formatShare({ passed: read, total: all }) : ""}
    </p>
    <progress aria-label=${labels.reading} max=${all || 1} value=${read}></progress>
  </div>`;

/**
 * Describes the contents of an open file.
 *
 * @param {Opened} file
 * @param {import("./worker/file-service.js").Overview} overview
 */
export function fileFacts({ blob, changed }, overview) {
  if (overview.kind === "foreign")
    return html`<p class="notice" role="status">${text.foreign(overview.what)}</p>
      <p class="soft">${labels.readable}</p>`;
  const contents =
    overview.kind === "records"
      ? [
          text.records(overview.records),
          text.agents(overview.subjects.length),
          text.runs(overview.runs),
        ]
      : [labels.taskCount(overview.report.rows.length)];
  return html`<p class="row">
      <span>${contents.join(" · ")} · ${formatSize(blob.size)}</span>
      ${changed ? html`<span class="soft">${labels.changedAt(formatTime(changed))}</span>` : ""}
    </p>
    ${overview.kind === "records" ? truncatedLinesNotice(overview.torn) : ""}
    ${overview.kind === "records" && overview.repeated > 0 ? html`<p class="notice" role="status">${labels.repeated(overview.repeated)}</p>` : ""}`;
}

/**
 * Shows the sentence about the verdict.
 *
 * @param {import("../verify/check.js").Check | undefined} check
 * @param {(() => void) | undefined} openInVerify
 */
export const verdictRow = (check, openInVerify) =>
  html`<div class="row checked" role="status">
    <bdi class="soft">${check?.text ?? ""}</bdi>
    ${openInVerify ? html`<button class="quiet" @click=${openInVerify}>${labels.verifyIt}</button>` : ""}
  </div>`;
