// Saves the open file in several formats.

import { Task, TaskStatus } from "@lit/task";
import { html } from "lit";

import { Element, defineElement } from "../element.js";
import { download, safeFileName } from "../parts/download.js";
import { toErrorInfo } from "../parts/error-info.js";
import { errorNotice } from "../parts/error-notice.js";
import { text } from "../text.js";
import { service } from "./service.js";

const labels = text.results;

/** The export formats with their extensions. */
const FORMATS = {
  ndjson: { blob: () => service.openedFile(), extension: "ndjson" },
  scorecard: { blob: () => service.openedFile(), extension: "json" },
  csv: { blob: () => service.exportCsv(), extension: "csv" },
  json: { blob: () => service.exportReport("json"), extension: "report.json" },
  html: { blob: () => service.exportReport("html"), extension: "html" },
};
/** @typedef {keyof typeof FORMATS} Format */

class ExportPanel extends Element {
  static properties = { formats: { attribute: false }, name: { attribute: false } };

  #export = new Task(this, {
    autoRun: false,
    task: async (/** @type {[Format, string]} */ [format, name]) => {
      const { blob, extension } = FORMATS[format];
      download(await blob(), `${name}.${extension}`);
    },
  });

  constructor() {
    super();
    /** @type {Format[]} */
    this.formats = [];
    this.name = "";
    /** The format that the user chose last. @type {Format | undefined} */
    this.format = undefined;
  }

  render() {
    const isBusy = this.#export.status === TaskStatus.PENDING;
    return html`<section class="stack" aria-label=${labels.export}>
      <h2>${labels.export}</h2>
      <p class="soft">
        ${labels.exportAbout} ${this.formats.includes("csv") ? labels.exportFiltered : ""}
      </p>
      <div class="row">
        ${this.formats.map(
          (format) =>
            html`<button
              aria-disabled=${isBusy}
              @click=${() => {
                if (isBusy) return;
                this.format = format;
                void this.#export.run([format, safeFileName(this.name)]);
              }}
            >
              ${isBusy && this.format === format ? labels.exporting : labels.exports[format]}
            </button>`,
        )}
      </div>
      ${this.#export.render({ error: (error) => errorNotice(labels.notWritten, toErrorInfo(error)) })}
    </section>`;
  }
}

defineElement("pm-export", ExportPanel);
