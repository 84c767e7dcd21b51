// Code with a button that copies it.

import { html } from "lit";

import { Element, define } from "../element.js";
import { text } from "../text.js";

/** An option of a command, in which a line must not break. */
const FLAG = /(?<=\s)(--[\w-]+)/;

class CopyCode extends Element {
  static properties = { code: { attribute: false }, copied: { state: true } };

  constructor() {
    super();
    this.code = "";
    /** The code that was copied. */
    this.copied = "";
  }

  render() {
    const parts = this.code
      .split(FLAG)
      .map((part, at) => (at % 2 === 0 ? part : html`<span class="nowrap">${part}</span>`));
    return html`<div class="copy">
      <pre class="plain">${parts}</pre>
      <button class="quiet" @click=${this.copy}>
        ${this.copied === this.code ? text.copied : text.copy}
      </button>
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

define("pm-copy", CopyCode);
