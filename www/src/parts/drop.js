// Where a file is dropped or chosen.

import { html } from "lit";

import { Element, define } from "../element.js";
import { text } from "../text.js";

class Drop extends Element {
  static properties = {
    about: { type: String },
    label: { type: String },
    multiple: { type: Boolean },
    over: { state: true },
  };

  constructor() {
    super();
    this.about = "";
    this.label = "";
    this.multiple = false;
    this.over = false;
  }

  render() {
    return html`<div
      class="drop ${this.over ? "over" : ""}"
      @dragover=${(/** @type {DragEvent} */ event) => {
        event.preventDefault();
        this.over = true;
      }}
      @dragleave=${() => (this.over = false)}
      @drop=${(/** @type {DragEvent} */ event) => {
        event.preventDefault();
        this.over = false;
        this.take(event.dataTransfer?.files);
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
          this.take(input.files);
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
    </div>`;
  }

  /** @param {FileList | null | undefined} files */
  take(files) {
    if (files && files.length > 0) this.tell("files", [...files]);
  }
}

define("pm-drop", Drop);
