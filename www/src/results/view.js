// The Results view: the library, or an open file.

import "../style/evidence.css";
import "../style/table.css";
import "../style/verify.css";
import "../style/results.css";
import "../parts/drop-zone.js";
import "./library.js";
import "./file-view.js";

import { Task } from "@lit/task";
import { html } from "lit";

import { Element, defineElement } from "../element.js";
import { concatenate } from "../file-chunks.js";
import { takeHandedOverFile, setStoredId, storedId } from "../handover.js";
import { errorNotice } from "../parts/error-notice.js";
import { exampleFile } from "./example-file.js";
import { toErrorInfo } from "../parts/error-info.js";
import { fetchFile, linkOptions } from "../parts/fetch-file.js";
import { routeTo } from "../route.js";
import { uniqueNames } from "../store/unique-names.js";
import { readEntry, freshId, hasStorage, removeEntry, writeEntry } from "../store/store.js";
import { readStoredFile } from "../store/stored-file.js";
import { text } from "../text.js";
import { knownCheck } from "../verify/check.js";

const labels = text.results;
/** The maximum size of a file that is stored automatically, in bytes. */
const MAX_STORED = 512 << 20;

/** @typedef {import("./opened.js").Opened} Opened */

class Results extends Element {
  static properties = {
    item: { attribute: false },
    query: { attribute: false },
    file: { state: true },
    against: { state: true },
    note: { state: true },
    missing: { state: true },
  };

  /** Opens the items or the URL that the address names. */
  #opening = new Task(this, {
    args: () => [this.item, ...["src", "trust", "subject"].map((name) => this.addressParam(name))],
    task: async ([item = "", src = "", trust = "", subject = ""], { signal }) => {
      this.missing = false;
      const [first = "", second] = item.split(":");
      if (src !== "") {
        const params = new URLSearchParams({ trust, subject });
        const [{ file, changes }, options] = await Promise.all([
          fetchFile(src, signal),
          linkOptions(params, signal),
        ]);
        if (signal.aborted) return;
        this.showFile({ name: file.name, blob: file, options });
        if (changes !== undefined) this.watchLinkedFile(changes, signal);
        return;
      }
      if (first === "") return this.showFile(undefined);
      const ids = first.split("+");
      const found = await Promise.all(ids.map(readStoredFile));
      const known = found.filter((file) => file !== undefined);
      const against = second === undefined ? undefined : await readStoredFile(second);
      const [one] = known;
      const file = known.length > 1 ? await concatenateToOpen(known) : one;
      if (signal.aborted) return;
      const all = known.length === ids.length && (second === undefined || against !== undefined);
      this.missing = file === undefined;
      this.showFile(file, all ? "" : labels.partlyHere, against);
    },
  });

  constructor() {
    super();
    /** The items in the address: one id; ids separated by `+` to open together; two separated by `:` to compare. */
    this.item = "";
    /** The parameters in the address: `src`, `trust` and `subject`, and those of the open file. */
    this.query = "";
    /** @type {Opened | undefined} */
    this.file = undefined;
    /** The file to compare with. @type {Opened | undefined} */
    this.against = undefined;
    this.note = "";
    /** True if the address names an item that is not stored. */
    this.missing = false;
    /** The ids of dropped files that have not been read yet. @type {Set<string>} */
    this.unread = new Set();
    /** The number of drops so far. */
    this.dropCount = 0;
    /** True if the focus was within this view before the update. */
    this.hadFocus = false;
    this.onHandover = () => {
      const file = takeHandedOverFile("results");
      if (file) void this.openHandedOver(file);
    };
  }

  connectedCallback() {
    super.connectedCallback();
    window.addEventListener("handover", this.onHandover);
    this.onHandover();
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    window.removeEventListener("handover", this.onHandover);
  }

  willUpdate() {
    this.hadFocus = this.contains(document.activeElement);
  }

  /** @param {Map<string, unknown>} changed */
  updated(changed) {
    if (!changed.has("file")) return;
    this.emit("named", { view: "results", name: this.file?.name ?? "" });
    if (this.hadFocus) void this.focusTitle();
  }

  /** Moves the focus to the title after the focused element disappeared. */
  async focusTitle() {
    await /** @type {Element | null} */ (this.querySelector("pm-file"))?.updateComplete;
    if (document.activeElement === document.body)
      /** @type {HTMLElement | null} */ (this.querySelector("h1"))?.focus();
  }

  /** Returns a parameter of the address; empty if it is missing. @param {string} name */
  addressParam(name) {
    return new URLSearchParams(this.query).get(name) ?? "";
  }

  /** Opens the linked file again whenever it changes. @param {string} changes @param {AbortSignal} signal */
  watchLinkedFile(changes, signal) {
    const source = new EventSource(changes);
    source.onmessage = () => this.#opening.run();
    signal.addEventListener("abort", () => source.close());
  }

  /** @param {Opened | undefined} file @param {string} [note] @param {Opened} [against] */
  showFile(file, note = "", against) {
    this.file = file;
    this.note = note;
    this.against = against;
  }

  /** Opens a file that is already stored. @param {File} file */
  async openHandedOver(file) {
    const id = storedId(file) ?? "";
    const there = id !== "" && (await readEntry(id).catch(() => undefined)) !== undefined;
    if (!there) return this.storeAndOpen([file]);
    if (isCurrentView()) location.hash = routeTo("results", id);
  }

  /** @param {File[]} files several are stored separately and opened together */
  async storeAndOpen(files) {
    const [file] = files;
    if (file === undefined) return;
    const drop = ++this.dropCount;
    const named = files.map((file) => ({ name: file.name, blob: file }));
    const one = files.length > 1 ? await concatenateToOpen(named) : { name: file.name, blob: file };
    if (one.blob.size <= MAX_STORED) {
      const names = await uniqueNames(files.map(({ name }) => name));
      const checks = await Promise.all(files.map(knownCheck));
      const entries = files.map((file, at) =>
        createEntry(file, names[at] ?? file.name, checks[at]),
      );
      const ids = entries.map(({ id }) => id);
      try {
        await Promise.all(
          entries.map((entry, at) => writeEntry(entry, { at: 0, piece: files[at] ?? file })),
        );
        for (const [at, id] of ids.entries()) setStoredId(files[at] ?? file, id);
        this.unread = new Set(ids);
        // The user may have left, or dropped another file.
        if (isCurrentView() && this.dropCount === drop)
          location.hash = routeTo("results", ids.join("+"));
        return;
      } catch {
        await Promise.all(ids.map(removeEntry)).catch(() => {});
        const note = (await hasStorage()) ? labels.storeFull : labels.keepsNothing;
        if (this.dropCount === drop) this.showFile(one, note);
      }
    } else {
      this.showFile(one, labels.notKeptSize);
    }
  }

  /** Removes unreadable files from storage. @param {CustomEvent<Opened[]>} event */
  async removeUnreadable({ detail }) {
    const ids = detail.flatMap(({ id = "" }) => (this.unread.has(id) ? [id] : []));
    await Promise.all(ids.map(removeEntry)).catch(() => {});
  }

  render() {
    if (this.file !== undefined) {
      return html`<pm-file
        .file=${this.file}
        .against=${this.against}
        .note=${this.note}
        .query=${this.query}
        @leave=${this.closeFile}
        @unreadable=${this.removeUnreadable}
      ></pm-file>`;
    }
    return html`<div class="stack-xl">
      <header class="stack">
        <h1 tabindex="-1">${labels.title}</h1>
        <p class="lede">${labels.lede}</p>
      </header>
      ${this.note ? html`<p class="notice" role="status">${this.note}</p>` : ""}
      ${this.missing ? html`<p class="notice" role="status">${labels.notHere}</p>` : ""}
      ${this.#opening.render({
        pending: () =>
          this.query.includes("src=")
            ? html`<p class="soft" role="status">${text.fetch.pending}</p>`
            : "",
        error: (error) => errorNotice(text.fetch.title, toErrorInfo(error)),
      })}
      <pm-drop
        multiple
        about=${labels.dropAbout}
        @files=${(/** @type {CustomEvent<File[]>} */ { detail }) => this.storeAndOpen(detail)}
      ></pm-drop>
      <p><button class="quiet" @click=${this.openExample}>${labels.openExample}</button></p>
      <pm-library></pm-library>
    </div>`;
  }

  /** Opens the example, unless the core could not be loaded. */
  async openExample() {
    try {
      await this.storeAndOpen([await exampleFile()]);
    } catch {
      this.note = text.notLoaded;
    }
  }

  closeFile() {
    this.showFile(undefined);
    location.hash = "#/results";
  }
}

/** Reports whether this view is open. */
const isCurrentView = () => location.hash.startsWith("#/results");

/** Concatenates files to open them together. @param {Opened[]} parts @returns {Promise<Opened>} */
const concatenateToOpen = async (parts) => ({
  name: text.joined(parts.length),
  blob: await concatenate(parts.map(({ blob }) => blob)),
  parts,
});

/** @param {File} file @param {string} name @param {import("../verify/check.js").Check} [check] @returns {import("../store/store.js").Entry} */
const createEntry = ({ size }, name, check) => ({
  id: freshId(),
  name,
  changed: Date.now(),
  complete: true,
  bytes: size,
  records: 0,
  ...(check && { check }),
});

defineElement("pm-results", Results);
