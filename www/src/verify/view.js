// The view Verify: a file of any size, on this machine, and what can be said of it.

import "../style/evidence.css";
import "../style/table.css";
import "../style/verify.css";
import "../parts/drop.js";

import * as Comlink from "comlink";
import { html } from "lit";

import { handedOver } from "../handover.js";
import { Element, define } from "../element.js";
import { count, duration, size } from "../format.js";
import { pause } from "../pause.js";
import { plain } from "../parts/excerpt.js";
import { refusal } from "../parts/refusal.js";
import { refusedBy } from "../parts/refused.js";
import { asking } from "../parts/wire.js";
import { text } from "../text.js";
import { ASKED, concernsTrust } from "./form.js";
import { PARTS } from "./report.js";

const words = text.verify;

/** @typedef {import("./worker.js").Far} Far */
/** @typedef {import("./form.js").Asked} Asked */
/** `alone` is whether one record was looked at, by its place. @typedef {{ report: import("proofmark").VerifyReport, elapsed: number, cores: number, alone: boolean }} Found */
/** @typedef {import("proofmark").VerifyOptions} VerifyOptions */

const cores = navigator.hardwareConcurrency || 1;

/** What verifies, away from the page. @type {import("../parts/wire.js").Asked<import("./worker.js").Verifier>} */
const verifier = /** @type {any} */ (
  asking(() => new Worker(new URL("./worker.js", import.meta.url), { type: "module" }))
);

class Verify extends Element {
  static properties = {
    file: { state: true },
    far: { state: true },
    found: { state: true },
    made: { state: true },
    refused: { state: true },
    stopped: { state: true },
    asked: { state: true },
    under: { state: true },
  };

  constructor() {
    super();
    /** @type {File | undefined} */
    this.file = undefined;
    /** @type {Far | undefined} */
    this.far = undefined;
    /** @type {Found | undefined} */
    this.found = undefined;
    /** How many parts of the report are made; they are shown when all are. */
    this.made = 0;
    /** The verification under way, or the last one. */
    this.turn = 0;
    /** @type {import("../parts/refused.js").Refused | undefined} */
    this.refused = undefined;
    this.stopped = false;
    /** @type {Asked} */
    this.asked = ASKED;
    /** What was asked when the verification began. */
    this.under = this.asked;
    this.take = () => {
      const file = handedOver("verify");
      if (file) void this.verify(file);
    };
  }

  connectedCallback() {
    super.connectedCallback();
    this.take();
    window.addEventListener("handover", this.take);
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    window.removeEventListener("handover", this.take);
  }

  /** @param {File} file */
  async verify(file) {
    const turn = ++this.turn;
    this.file = file;
    this.tell("named", { view: "verify", name: file.name });
    this.under = this.asked;
    this.found = undefined;
    this.refused = undefined;
    this.stopped = false;
    if (this.asked.wrong) {
      // What is under way is of another file, or of other settings.
      if (this.far) verifier.stop().catch(() => {});
      this.far = undefined;
      this.form?.toWrong();
      return;
    }
    this.far = { bytes: 0, records: 0, elapsed: 0 };
    void this.toProgress();
    const tell = Comlink.proxy((/** @type {Far} */ far) => {
      if (this.turn === turn && this.far) this.far = far;
    });
    try {
      const found = await verifier.verify(file, this.asked.options, cores, tell);
      // Another verification has stopped this one.
      if (this.turn !== turn || found === undefined) return;
      this.found = { ...found, cores, alone: this.under.options.index !== undefined };
      for (this.made = 0; this.made < PARTS.length; this.made++) {
        await pause();
        if (this.turn !== turn) return;
      }
    } catch (error) {
      if (this.turn !== turn) return;
      this.refused = refusedBy(error);
    }
    await this.end();
  }

  /** What was begun is seen, also where the window ends above it. */
  async toProgress() {
    await this.updateComplete;
    this.querySelector(".progress")?.scrollIntoView({ block: "nearest" });
  }

  /** Whoever reads it hears at once that it was stopped, also where the worker never began. */
  async stop() {
    this.turn += 1;
    this.stopped = true;
    verifier.stop().catch(() => {});
    await this.end();
  }

  async end() {
    this.far = undefined;
    // Whoever changes settings meanwhile has the focus where they are.
    if (!this.current) return;
    const [first] = this.found?.report.failures ?? [];
    this.form?.unfold((this.refused ?? first)?.code ?? "");
    await this.updateComplete;
    // To have the focus it has to be laid out, which is work enough for a task of its own.
    await pause();
    /** @type {HTMLElement | null} */ (this.querySelector(".verdict, .notice"))?.focus();
  }

  get form() {
    return /** @type {import("./form.js").Form | null} */ (this.querySelector("pm-verify-form"));
  }

  /** Whether what is found is of the settings that are shown. */
  get current() {
    return same(this.under.options, this.asked.options);
  }

  render() {
    return html`<div class="stack-xl">
      <header class="stack">
        <h1>${words.title}</h1>
        <p class="lede">${words.lede}</p>
      </header>
      <div class="stack-l">
        <pm-drop
          about=${words.dropAbout}
          @files=${(/** @type {CustomEvent<File[]>} */ { detail: [file] }) => file && this.verify(file)}
        ></pm-drop>
        <pm-verify-form
          refused=${(this.current && this.refused?.code) || ""}
          @asked=${(/** @type {CustomEvent<Asked>} */ { detail }) => (this.asked = detail)}
        ></pm-verify-form>
      </div>
      ${this.file === undefined ? "" : this.about(this.file)}
    </div>`;
  }

  /** @param {File} file the one that was given last */
  about(file) {
    const again = () => this.verify(file);
    return html`${this.far ? this.progress(this.far, file) : this.outcome(file)}
    ${this.report(file)}
    ${this.far ? "" : html`<div class="row"><button @click=${again}>${words.again}</button></div>`}`;
  }

  /** What is said in the place of a report. @param {File} file */
  outcome(file) {
    const name = plain(file.name, 120);
    if (this.stopped)
      return html`<p class="notice" tabindex="-1" role="status">
        <bdi>${words.stopped(name)}</bdi>
      </p>`;
    if (!this.current) return html`<p class="notice" role="status">${words.outdated}</p>`;
    const signer = concernsTrust(this.refused?.code ?? "");
    return refusal(signer ? words.trustRefused : words.refused(name), this.refused);
  }

  /** Whoever takes a change of settings back has the report back. @param {File} file */
  report(file) {
    const { found } = this;
    if (found === undefined) return "";
    const whole = this.far === undefined && this.current;
    return html`<div class="stack-xl" ?hidden=${!whole}>
      ${PARTS.slice(0, this.made).map((part) => part(found, file))}
    </div>`;
  }

  /** @param {Far} far @param {File} file */
  progress({ bytes, records, elapsed }, file) {
    const all = file.size;
    const rate = elapsed > 0 ? (1000 * records) / elapsed : 0;
    const left = bytes > 0 ? (elapsed * (all - bytes)) / bytes : undefined;
    return html`<section class="sheet stack progress" aria-label=${words.progress}>
      <div class="row ends">
        <h2>${words.progress} <bdi>${plain(file.name, 60)}</bdi></h2>
        <button @click=${this.stop}>${words.stop}</button>
      </div>
      <progress aria-label=${words.progressLabel} max=${all || 1} value=${bytes}></progress>
      <p class="row soft">
        <span>${words.bytes(size(bytes), size(all))}</span>
        <span>${text.records(records)}</span>
        <span>${words.rate(count(Math.round(rate)))}</span>
        <span>${words.cores(cores)}</span>
        ${left === undefined ? "" : html`<span>${words.left(duration(left))}</span>`}
      </p>
    </section>`;
  }
}

/** Whether two ask for the same. @param {VerifyOptions} one @param {VerifyOptions} other */
function same(one, other) {
  const [a, b] = /** @type {Record<string, unknown>[]} */ ([one, other]);
  const names = Object.keys({ ...a, ...b });
  return names.every((name) => {
    const [left, right] = [[a?.[name]].flat(), [b?.[name]].flat()];
    return left.length === right.length && left.every((item, at) => Object.is(item, right[at]));
  });
}

define("pm-verify", Verify);
