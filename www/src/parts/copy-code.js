// Code with a button that copies it.

import { html } from "lit";

import { Element, defineElement } from "../element.js";
import { text } from "../text.js";

/** An option of a command, in which a line must not break. */
const FLAG = /(?<=\s)(--[\w-]+)/;

class CopyCode extends Element {
  static properties = { code: { attribute: false }, label: {}, note: {}, copied: { state: true } };

  constructor() {
    super();
    this.code = "";
    /** The text of the button that copies. With one, the code is not shown. */
    this.label = "";
    /** A remark about the code, shown once it was copied. */
    this.note = "";
    /** The code that was copied. */
    this.copied = "";
  }

  render() {
    const parts = this.code
      .split(FLAG)
      .map((part, at) => (at % 2 === 0 ? part : html`<span class="nowrap">${part}</span>`));
    const isCopied = this.code !== "" && this.copied === this.code;
    return html`<div class="copy">
      ${this.label ? "" : html`<pre class="plain">${parts}</pre>`}
      <button class="quiet" @click=${this.copy}>
        ${isCopied ? text.copied : this.label || text.copy}
      </button>
      <p class="soft small" role="status" ?hidden=${!this.note}>${isCopied ? this.note : ""}</p>
    </div>`;
  }

  /** Copies the code, or selects it if the browser denies access to the clipboard. */
  async copy() {
    try {
      await navigator.clipboard.writeText(this.code);
      this.copied = this.code;
    } catch {
      this.copied = "";
      const shown = this.querySelector("pre");
      if (shown) getSelection()?.selectAllChildren(shown);
    }
  }
}

defineElement("pm-copy", CopyCode);
