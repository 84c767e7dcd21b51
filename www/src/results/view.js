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
import { handedOver } from "../handover.js";
import { entry, fileOf, keep } from "../store/store.js";
import { text } from "../text.js";

const words = text.results;
/** The largest file that is kept without being asked, in bytes. */
const KEPT = 512 << 20;

/** @typedef {{ name: string, blob: Blob }} Opened */

class Results extends Element {
  static properties = {
    open: { attribute: false },
    file: { state: true },
    against: { state: true },
    note: { state: true },
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
    this.take = () => {
      const file = handedOver("results");
      if (file) void this.drop([file]);
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
  }

  /** @param {string} open */
  async load(open) {
    const [first = "", second] = open.split(":");
    if (first === "") {
      // A file that could not be kept stays open until something else is.
      if (this.file !== undefined) this.file = undefined;
      return;
    }
    const ids = first.split("+");
    const found = await Promise.all(ids.map(named));
    if (open !== this.open) return;
    const known = found.filter((file) => file !== undefined);
    this.against = second === undefined ? undefined : await named(second);
    const [one] = known;
    this.note = "";
    this.file =
      known.length > 1
        ? { name: words.joined(known.length), blob: new Blob(known.map(({ blob }) => blob)) }
        : one;
  }

  /** @param {File[]} files */
  async drop(files) {
    const [file] = files;
    if (file === undefined) return;
    const id = crypto.randomUUID();
    const kept = {
      id,
      name: file.name,
      changed: Date.now(),
      complete: true,
      bytes: file.size,
      records: 0,
    };
    if (file.size <= KEPT) {
      try {
        await keep(kept, { at: 0, piece: file });
        location.hash = `#/results/${id}`;
        return;
      } catch {
        this.note = words.storeFull;
      }
    } else {
      this.note = words.notKeptSize;
    }
    this.file = { name: file.name, blob: file };
  }

  render() {
    if (this.file !== undefined) {
      return html`<pm-file
        .file=${this.file}
        .against=${this.against}
        .note=${this.note}
        @leave=${this.leave}
      ></pm-file>`;
    }
    return html`<div class="stack-xl">
      <header class="stack">
        <h1>${words.title}</h1>
        <p class="lede">${words.lede}</p>
      </header>
      <pm-drop
        about=${words.dropAbout}
        @files=${(/** @type {CustomEvent<File[]>} */ { detail }) => this.drop(detail)}
      ></pm-drop>
      <pm-library></pm-library>
    </div>`;
  }

  leave() {
    this.file = undefined;
    location.hash = "#/results";
  }
}

/** @param {string} id @returns {Promise<Opened | undefined>} */
async function named(id) {
  const found = await entry(id).catch(() => undefined);
  return found && { name: found.name, blob: await fileOf(id) };
}

define("pm-results", Results);
