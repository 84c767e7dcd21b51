// A drop zone with a button to choose files.

import { html } from "lit";

import { Element, defineElement } from "../element.js";
import { text } from "../text.js";

class DropZone extends Element {
  static properties = {
    about: { type: String },
    label: { type: String },
    multiple: { type: Boolean },
    over: { state: true },
    note: { state: true },
  };

  constructor() {
    super();
    this.about = "";
    this.label = "";
    this.multiple = false;
    this.over = false;
    /** The reason why a part of the last drop was not accepted. */
    this.note = "";
  }

  render() {
    return html`<div
      class="drop ${this.over ? "over" : ""}"
      @dragover=${(/** @type {DragEvent} */ event) => {
        event.preventDefault();
        this.over = true;
      }}
      @dragleave=${(/** @type {DragEvent} */ { currentTarget, relatedTarget }) => {
        // Moving between children also fires this event.
        const inside = /** @type {Node} */ (currentTarget);
        if (!inside.contains(/** @type {Node | null} */ (relatedTarget))) this.over = false;
      }}
      @drop=${(/** @type {DragEvent} */ event) => {
        event.preventDefault();
        this.over = false;
        this.accept(event.dataTransfer?.files, isFolder(event.dataTransfer));
      }}
    >
      <input
        class="unseen"
        type="file"
        tabindex="-1"
        aria-hidden="true"
        ?multiple=${this.multiple}
        @change=${(/** @type {Event} */ event) => {
          const input = /** @type {HTMLInputElement} */ (event.target);
          this.accept(input.files);
          input.value = "";
        }}
      />
      <div class="row">
        <button class="main" @click=${() => this.querySelector("input")?.click()}>
          ${this.label || text.drop.choose}
        </button>
        <span class="soft">${text.drop.or}</span>
      </div>
      <p class="soft small">${this.about}</p>
      ${this.note ? html`<p class="alarm small" role="alert">${this.note}</p>` : ""}
    </div>`;
  }

  /** @param {FileList | null | undefined} files @param {boolean[]} [folders] which of them are folders */
  accept(files, folders = []) {
    const found = [...(files ?? [])].filter((_, at) => !folders[at]);
    const taken = this.multiple ? found : found.slice(0, 1);
    this.note = folders.includes(true)
      ? text.drop.folder
      : taken.length < found.length
        ? text.drop.one
        : "";
    if (taken.length > 0) this.emit("files", taken);
  }
}

/** Reports for each dropped item whether it is a folder; its `File` does not tell. @param {DataTransfer | null} dropped */
const isFolder = (dropped) =>
  [...(dropped?.items ?? [])]
    .filter(({ kind }) => kind === "file")
    .map((item) => item.webkitGetAsEntry?.()?.isDirectory === true);

defineElement("pm-drop", DropZone);
