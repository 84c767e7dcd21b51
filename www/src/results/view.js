// The view Results: what is kept, and one file open.

import "../style/evidence.css";
import "../style/table.css";
import "../style/verify.css";
import "../style/results.css";
import "../parts/drop.js";
import "./library.js";
import "./file.js";

import { html } from "lit";

import { Element, define } from "../element.js";
import { joined } from "../chunks.js";
import { handedOver, isKept, keptAs } from "../handover.js";
import { freeNames } from "../store/names.js";
import { entry, fileOf, freshId, keep, keeps, remove } from "../store/store.js";
import { text } from "../text.js";

const words = text.results;
/** The largest file that is kept without being asked, in bytes. */
const KEPT = 512 << 20;

/**
 * `id` and `changed` are there where it is kept. `parts` are the files of which this is one behind the other. They
 * are looked at together, and not verified together: the log of one would begin with the records of
 * another.
 *
 * @typedef {{ name: string, blob: Blob, id?: string, changed?: number, parts?: Opened[] }} Opened
 */

class Results extends Element {
  static properties = {
    open: { attribute: false },
    file: { state: true },
    against: { state: true },
    note: { state: true },
    missing: { state: true },
  };

  constructor() {
    super();
    /** What the address names: an id; ids joined by `+`, to be opened together; two joined by `:`, to be compared. */
    this.open = "";
    /** @type {Opened | undefined} */
    this.file = undefined;
    /** What the file is compared with. @type {Opened | undefined} */
    this.against = undefined;
    this.note = "";
    /** Whether the address names what is not kept. */
    this.missing = false;
    /** What was dropped and not opened yet. @type {Set<string>} */
    this.fresh = new Set();
    /** What was dropped last. */
    this.turn = 0;
    /** Whether what was shown before had the focus. */
    this.held = false;
    this.take = () => {
      const file = handedOver("results");
      if (file) void this.takeOver(file);
    };
  }

  connectedCallback() {
    super.connectedCallback();
    window.addEventListener("handover", this.take);
    this.take();
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    window.removeEventListener("handover", this.take);
  }

  /** @param {Map<string, unknown>} changed */
  willUpdate(changed) {
    if (changed.has("open")) void this.load(this.open);
    this.held = this.contains(document.activeElement);
  }

  /** @param {Map<string, unknown>} changed */
  updated(changed) {
    if (!changed.has("file")) return;
    this.tell("named", { view: "results", name: this.file?.name ?? "" });
    if (this.held) void this.toTitle();
  }

  /** What had the focus is gone with what was shown before. */
  async toTitle() {
    await /** @type {Element | null} */ (this.querySelector("pm-file"))?.updateComplete;
    if (document.activeElement === document.body)
      /** @type {HTMLElement | null} */ (this.querySelector("h1"))?.focus();
  }

  /** @param {string} open */
  async load(open) {
    const [first = "", second] = open.split(":");
    this.missing = false;
    if (first === "") {
      // A file that could not be kept stays open until something else is.
      return this.show(undefined);
    }
    const ids = first.split("+");
    const found = await Promise.all(ids.map(named));
    if (open !== this.open) return;
    const known = found.filter((file) => file !== undefined);
    const against = second === undefined ? undefined : await named(second);
    const [one] = known;
    const file = known.length > 1 ? await together(known) : one;
    if (open !== this.open) return;
    const all = known.length === ids.length && (second === undefined || against !== undefined);
    this.missing = file === undefined;
    this.show(file, all ? "" : words.partlyHere, against);
  }

  /** @param {Opened | undefined} file @param {string} [note] @param {Opened} [against] */
  show(file, note = "", against) {
    Object.assign(this, { file, note, against });
  }

  /** What this browser has kept already is opened, and not kept twice. @param {File} file */
  async takeOver(file) {
    const id = keptAs(file) ?? "";
    const there = id !== "" && (await entry(id).catch(() => undefined)) !== undefined;
    if (!there) return this.drop([file]);
    if (here()) location.hash = `#/results/${id}`;
  }

  /** @param {File[]} files several are kept one by one, and opened together */
  async drop(files) {
    const [file] = files;
    if (file === undefined) return;
    const turn = ++this.turn;
    const named = files.map((file) => ({ name: file.name, blob: file }));
    const one = files.length > 1 ? await together(named) : { name: file.name, blob: file };
    if (one.blob.size <= KEPT) {
      const names = await freeNames(files.map(({ name }) => name));
      const entries = files.map((file, at) => entryOf(file, names[at] ?? file.name));
      const ids = entries.map(({ id }) => id);
      try {
        await Promise.all(
          entries.map((entry, at) => keep(entry, { at: 0, piece: files[at] ?? file })),
        );
        for (const [at, id] of ids.entries()) isKept(files[at] ?? file, id);
        this.fresh = new Set(ids);
        // Nobody is called back who has gone elsewhere, or dropped something else.
        if (here() && this.turn === turn) location.hash = `#/results/${ids.join("+")}`;
        return;
      } catch {
        await Promise.all(ids.map(remove)).catch(() => {});
        const note = (await keeps()) ? words.storeFull : words.keepsNothing;
        if (this.turn === turn) this.show(one, note);
      }
    } else {
      this.show(one, words.notKeptSize);
    }
  }

  /** What was dropped and cannot be read is not worth keeping. @param {CustomEvent<Opened[]>} event */
  async forget({ detail }) {
    const ids = detail.flatMap(({ id = "" }) => (this.fresh.has(id) ? [id] : []));
    await Promise.all(ids.map(remove)).catch(() => {});
  }

  render() {
    if (this.file !== undefined) {
      return html`<pm-file
        .file=${this.file}
        .against=${this.against}
        .note=${this.note}
        @leave=${this.leave}
        @unreadable=${this.forget}
      ></pm-file>`;
    }
    return html`<div class="stack-xl">
      <header class="stack">
        <h1 tabindex="-1">${words.title}</h1>
        <p class="lede">${words.lede}</p>
      </header>
      ${this.missing ? html`<p class="notice" role="status">${words.notHere}</p>` : ""}
      <pm-drop
        multiple
        about=${words.dropAbout}
        @files=${(/** @type {CustomEvent<File[]>} */ { detail }) => this.drop(detail)}
      ></pm-drop>
      <pm-library></pm-library>
    </div>`;
  }

  leave() {
    this.show(undefined);
    location.hash = "#/results";
  }
}

/** Whether the address is of this view. */
const here = () => location.hash.startsWith("#/results");

/** Files that are looked at as one. @param {Opened[]} parts @returns {Promise<Opened>} */
const together = async (parts) => ({
  name: text.joined(parts.length),
  blob: await joined(parts.map(({ blob }) => blob)),
  parts,
});

/** @param {File} file @param {string} name */
const entryOf = ({ size }, name) => ({
  id: freshId(),
  name,
  changed: Date.now(),
  complete: true,
  bytes: size,
  records: 0,
});

/** What is kept, as far as it can be had. @param {string} id @returns {Promise<Opened | undefined>} */
async function named(id) {
  try {
    const found = await entry(id);
    if (found === undefined) return undefined;
    const { name, changed } = found;
    return { id, name, changed, blob: await fileOf(id) };
  } catch {
    return undefined;
  }
}

define("pm-results", Results);
