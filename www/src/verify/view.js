// The Verify view.

import "../style/evidence.css";
import "../style/table.css";
import "../style/verify.css";
import "../parts/drop-zone.js";

import { Task, TaskStatus, initialState } from "@lit/task";
import * as Comlink from "comlink";
import { html } from "lit";

import { coreModule } from "../core-module.js";
import { Element, defineElement } from "../element.js";
import { count, formatDuration, formatSize } from "../format.js";
import { storedId, takeHandedOverFile } from "../handover.js";
import { nextTask } from "../next-task.js";
import { readText } from "../file-chunks.js";
import { toErrorInfo } from "../parts/error-info.js";
import { errorNotice } from "../parts/error-notice.js";
import { toOneLine } from "../parts/excerpt.js";
import { fetchFile, linkOptions } from "../parts/fetch-file.js";
import { connectWorker } from "../parts/worker-rpc.js";
import { replaceRoute, routeTo } from "../route.js";
import { readStoredFile, toFile } from "../store/stored-file.js";
import { text } from "../text.js";
import { recordCheck } from "./check.js";
import { DEFAULT_SETTINGS, concernsTrust } from "./form.js";
import { ABOVE_FORM, SECTIONS, scorecardVerdict } from "./report.js";

const labels = text.verify;

/** @typedef {import("./worker.js").Progress} Progress */
/** @typedef {import("./form.js").Settings} Settings */
/** A verified record file, with the trusted signer and the required agent. @typedef {import("./worker.js").RecordsResult & { cores: number, trust: string, subject: string }} Found */
/** @typedef {import("./worker.js").Options} VerifyOptions */

const cores = navigator.hardwareConcurrency || 1;

/** The worker that verifies. @type {import("../parts/worker-rpc.js").Remote<import("./worker.js").Verifier> & { endWorker: () => void }} */
const verifier = /** @type {any} */ (
  connectWorker(() => new Worker(new URL("./worker.js", import.meta.url), { type: "module" }))
);

class Verify extends Element {
  static properties = {
    item: { attribute: false },
    query: { attribute: false },
    file: { state: true },
    progress: { state: true },
    rendered: { state: true },
    stopped: { state: true },
    settings: { state: true },
    usedSettings: { state: true },
    missing: { state: true },
  };

  /** Opens the stored file or the URL that the address names. */
  #opening = new Task(this, {
    args: () => [this.item, this.query],
    task: async ([item, query], { signal }) => {
      const params = new URLSearchParams(query);
      this.missing = "";
      const src = params.get("src") ?? "";
      if (item === "" && src === "") return initialState;
      const stored = item === "" ? undefined : await readStoredFile(item);
      const options = { ...stored?.check?.options, ...(await linkOptions(params, signal)) };
      await this.updateComplete;
      await this.form?.updateComplete;
      this.form?.fillSignerAndAgent(options);
      if (stored === undefined && item !== "") this.missing = text.results.notHere;
      const file = stored
        ? toFile(stored)
        : item === ""
          ? (await fetchFile(src, signal)).file
          : undefined;
      if (file === undefined || signal.aborted) return initialState;
      void this.verify(file);
      return file;
    },
  });

  /** Verifies a file; ends the previous verification. */
  #verification = new Task(this, {
    autoRun: false,
    task: async (/** @type {[File, VerifyOptions]} */ [file, options], { signal }) => {
      signal.addEventListener("abort", verifier.endWorker);
      const module = await coreModule();
      if (signal.aborted) return initialState;
      const onProgress = Comlink.proxy((/** @type {Progress} */ progress) => {
        if (!signal.aborted) this.progress = progress;
      });
      const found = await verifier
        .verify(file, options, { cores, module }, onProgress)
        .finally(() => signal.aborted || verifier.endWorker());
      if (signal.aborted) return initialState;
      const { trust: signer, subject = "", index } = options;
      const trust = signer instanceof Blob ? await readText(signer) : String(signer ?? "");
      // A single record is not the file.
      if (index === undefined) await recordCheck(file, found, { trust, subject });
      return found.kind === "records" ? { ...found, cores, trust, subject } : found;
    },
  });

  constructor() {
    super();
    /** The id of a stored file in the address. */
    this.item = "";
    /** The parameters in the address: `src`, `trust` and `subject`. */
    this.query = "";
    /** @type {File | undefined} */
    this.file = undefined;
    /** @type {Progress} */
    this.progress = { bytes: 0, records: 0, elapsed: 0 };
    /** The number of rendered sections of the report. */
    this.rendered = 0;
    this.stopped = false;
    /** @type {Settings} */
    this.settings = DEFAULT_SETTINGS;
    /** The settings of the latest verification. */
    this.usedSettings = this.settings;
    /** Why the file in the address cannot be opened. */
    this.missing = "";
    this.onHandover = () => {
      const file = takeHandedOverFile("verify");
      if (file) this.verifyChosenFile(file);
    };
  }

  connectedCallback() {
    super.connectedCallback();
    this.onHandover();
    window.addEventListener("handover", this.onHandover);
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    window.removeEventListener("handover", this.onHandover);
  }

  /** Verifies a file that the user chose or dropped. @param {File} file */
  verifyChosenFile(file) {
    replaceRoute(routeTo("verify", storedId(file)));
    // A stored file is opened by its address.
    if (storedId(file) === undefined) void this.verify(file);
  }

  /** @param {File} file */
  async verify(file) {
    this.file = file;
    this.missing = "";
    this.emit("named", { view: "verify", name: file.name });
    this.usedSettings = this.settings;
    this.rendered = 0;
    this.stopped = this.settings.wrong;
    if (this.settings.wrong) {
      this.#verification.abort();
      this.form?.focusInvalid();
      return;
    }
    this.progress = { bytes: 0, records: 0, elapsed: 0 };
    const run = this.#verification.run([file, this.settings.options]);
    void this.scrollToProgress();
    await run;
    const { value } = this.#verification;
    if (this.#verification.status === TaskStatus.PENDING || this.stopped) return;
    // Each section is rendered in its own task, to keep tasks short.
    for (; this.rendered < SECTIONS.length; this.rendered++) {
      await nextTask();
      if (this.#verification.value !== value || this.stopped) return;
    }
    await this.focusOutcome();
  }

  async scrollToProgress() {
    await this.updateComplete;
    this.querySelector(".progress")?.scrollIntoView({ block: "nearest" });
  }

  /** Stops the verification, even if the worker has not started. */
  async stopVerification() {
    this.stopped = true;
    this.#verification.abort();
    await this.focusOutcome();
  }

  /** Moves the focus to the verdict or error, unless the user is changing settings. */
  async focusOutcome() {
    if (!this.isCurrent) return;
    const failure = this.found?.report.failures[0];
    this.form?.openFieldOfError((this.error ?? failure)?.code ?? "");
    await this.updateComplete;
    // Focusing forces a layout, which gets its own task.
    await nextTask();
    const outcome = /** @type {HTMLElement | null} */ (this.querySelector(".verdict, .notice"));
    outcome?.focus({ preventScroll: true });
    outcome?.scrollIntoView();
  }

  get form() {
    return /** @type {import("./form.js").Form | null} */ (this.querySelector("pm-verify-form"));
  }

  get isPending() {
    return this.#verification.status === TaskStatus.PENDING && !this.stopped;
  }

  get result() {
    const { status, value } = this.#verification;
    return status === TaskStatus.COMPLETE && !this.stopped ? value : undefined;
  }

  /** @returns {Found | undefined} */
  get found() {
    const { result } = this;
    return result?.kind === "records" ? /** @type {Found} */ (result) : undefined;
  }

  get error() {
    const { status, error } = this.#verification;
    return status === TaskStatus.ERROR && !this.stopped ? toErrorInfo(error) : undefined;
  }

  /** True if the report belongs to the current settings. */
  get isCurrent() {
    return isEqual(this.usedSettings.options, this.settings.options);
  }

  render() {
    const { file, found, isPending, rendered } = this;
    return html`<div class="stack-xl">
      <header class="stack">
        <h1>${labels.title}</h1>
        <p class="lede">${labels.lede}</p>
        ${this.missing ? html`<p class="notice" role="status">${this.missing}</p>` : ""}
        ${this.#opening.render({
          pending: () => html`<p class="soft" role="status">${text.fetch.pending}</p>`,
          error: (error) => errorNotice(text.fetch.title, toErrorInfo(error)),
        })}
      </header>
      <pm-drop
        about=${labels.dropAbout}
        @files=${(/** @type {CustomEvent<File[]>} */ { detail: [file] }) => file && this.verifyChosenFile(file)}
      ></pm-drop>
      ${file && (isPending ? this.progressView(file) : this.noticeView(file))}
      ${file && this.reportView(file, 0, ABOVE_FORM)}
      <div class="stack" ?hidden=${isPending || (found && rendered < ABOVE_FORM)}>
        <pm-verify-form
          refused=${(this.isCurrent && this.error?.code) || ""}
          agents=${found?.report.subjects.length ?? 0}
          @settings=${(/** @type {CustomEvent<Settings>} */ { detail }) => (this.settings = detail)}
        ></pm-verify-form>
        ${file && html`<div class="row"><button @click=${() => this.verify(file)}>${labels.again}</button></div>`}
      </div>
      ${file && this.reportView(file, ABOVE_FORM)}
    </div>`;
  }

  /** Shows why there is no report. @param {File} file */
  noticeView(file) {
    const name = toOneLine(file.name, 120);
    const { result, error } = this;
    if (this.stopped)
      return this.settings.wrong
        ? ""
        : html`<p class="notice" tabindex="-1" role="status">
            <bdi>${labels.stopped(name)}</bdi>
          </p>`;
    if (!this.isCurrent) return html`<p class="notice" role="status">${labels.outdated}</p>`;
    if (result?.kind === "foreign")
      return html`<p class="notice" tabindex="-1" role="status">
        <bdi>${labels.foreign(name, result.what)}</bdi>
      </p>`;
    if (result?.kind === "scorecard") return scorecardVerdict(result.status, file);
    const concernsSigner = concernsTrust(error?.code ?? "");
    return errorNotice(concernsSigner ? labels.trustRefused : labels.refused(name), error);
  }

  /** Shows sections of the report; hidden while the settings differ. @param {File} file @param {number} from @param {number} [to] */
  reportView(file, from, to) {
    const { found } = this;
    const sections = SECTIONS.slice(0, this.rendered).slice(from, to);
    if (found === undefined || sections.length === 0) return "";
    return html`<div class="stack-xl" ?hidden=${!this.isCurrent}>
      ${sections.map((section) => section(found, file))}
    </div>`;
  }

  /** @param {File} file */
  progressView(file) {
    const { bytes, records, elapsed } = this.progress;
    const all = file.size;
    const rate = elapsed > 0 ? (1000 * records) / elapsed : 0;
    const left = bytes > 0 ? (elapsed * (all - bytes)) / bytes : undefined;
    return html`<section class="sheet stack progress" aria-label=${labels.progress}>
      <div class="row ends">
        <h2>${labels.progress} <bdi>${toOneLine(file.name, 60)}</bdi></h2>
        <button @click=${this.stopVerification}>${labels.stop}</button>
      </div>
      <progress aria-label=${labels.progressLabel} max=${all || 1} value=${bytes}></progress>
      <p class="row soft">
        <span>${labels.bytes(formatSize(bytes), formatSize(all))}</span>
        <span>${text.records(records)}</span>
        <span>${labels.rate(count(Math.round(rate)))}</span>
        <span>${labels.cores(cores)}</span>
        ${left === undefined ? "" : html`<span>${labels.left(formatDuration(left))}</span>`}
      </p>
    </section>`;
  }
}

/** Reports whether two settings are equal. @param {VerifyOptions} one @param {VerifyOptions} other */
function isEqual(one, other) {
  const [a, b] = /** @type {Record<string, unknown>[]} */ ([one, other]);
  const names = Object.keys({ ...a, ...b });
  return names.every((name) => {
    const [left, right] = [[a?.[name]].flat(), [b?.[name]].flat()];
    return left.length === right.length && left.every((item, at) => Object.is(item, right[at]));
  });
}

defineElement("pm-verify", Verify);
