// Signs the open file with a new or a chosen key, and shows the HTML of a badge.

import { Task, TaskStatus } from "@lit/task";
import { html } from "lit";
import { generateKey, keyDid, ready, sign } from "proofmark";

import { Element, defineElement } from "../element.js";
import { readText } from "../file-chunks.js";
import { nextTask } from "../next-task.js";
import { download, safeFileName } from "../parts/download.js";
import { toErrorInfo } from "../parts/error-info.js";
import { errorNotice } from "../parts/error-notice.js";
import { text } from "../text.js";
import { service } from "./service.js";

const labels = text.results;

/** The number of records signed per task. */
const PER_TASK = 50;

class SignPanel extends Element {
  static properties = { name: { attribute: false } };

  /** Signs the file with the key of a file, or with a new one. */
  #signing = new Task(this, {
    autoRun: false,
    task: async (/** @type {[File | undefined]} */ [file]) => {
      await ready();
      const key = file ? await readText(file) : generateKey().key;
      const did = keyDid(key);
      const signed = await signFile(await service.openedFile(), key);
      const name = `${safeFileName(this.name)}.signed.ndjson`;
      if (file === undefined) download(new Blob([`${key}\n`]), "proofmark-key.json");
      download(signed, name);
      return { did, name, isNew: file === undefined };
    },
  });

  constructor() {
    super();
    /** The name of the open file. */
    this.name = "";
  }

  render() {
    const { status } = this.#signing;
    const isBusy = status === TaskStatus.PENDING;
    return html`<section class="stack" aria-label=${labels.sign}>
      <h2>${labels.sign}</h2>
      <p class="soft">${labels.signAbout}</p>
      <div class="row">
        <button aria-disabled=${isBusy} @click=${() => isBusy || this.#signing.run([undefined])}>
          ${isBusy ? labels.signing : labels.signNew}
        </button>
        <label class="button"
          >${labels.signKey}<input
            class="unseen"
            type="file"
            @change=${(/** @type {Event} */ { target }) => {
              const input = /** @type {HTMLInputElement} */ (target);
              const [file] = input.files ?? [];
              // Lets the user choose the same file again.
              input.value = "";
              if (file && !isBusy) void this.#signing.run([file]);
            }}
        /></label>
      </div>
      ${this.#signing.render({
        error: (error) => errorNotice(labels.notWritten, toErrorInfo(error)),
        complete: ({ did, name, isNew }) =>
          html`<div class="notice stack" role="status">
            <p>${isNew ? labels.signedNew(name) : labels.signed(name)} ${labels.badgeAbout}</p>
            <pre class="plain">${badgeCode(name, did)}</pre>
          </div>`,
      })}
    </section>`;
  }
}

/** Returns the HTML of a badge. @param {string} file @param {string} did */
const badgeCode = (file, did) =>
  `<script type="module" src="/badge/proofmark-badge.js"></script>\n` +
  `<proofmark-badge src="${encodeURI(file)}" trust="${did}"></proofmark-badge>`;

/** Signs every record of a file, and keeps its other lines except checkpoints. @param {Blob} file @param {string} key */
async function signFile(file, key) {
  const lines = (await readText(file)).split("\n");
  const created = new Date().toISOString();
  /** @type {string[]} */
  const signed = [];
  for (const [at, line] of lines.entries()) {
    if (at % PER_TASK === 0) await nextTask();
    const { type, ...record } = line === "" ? { type: "checkpoint" } : JSON.parse(line);
    // A checkpoint covers the records as they were.
    if (type === "checkpoint") continue;
    const isRecord = type === undefined;
    if (isRecord) delete record.proof;
    signed.push(isRecord ? JSON.stringify(sign(record, { key, created })) : line);
  }
  return new Blob([`${signed.join("\n")}\n`], { type: "application/x-ndjson" });
}

defineElement("pm-sign", SignPanel);
