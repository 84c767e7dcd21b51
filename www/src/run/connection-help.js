// Explains why the page could not reach an agent, and what to do.

import { html } from "lit";

import { Element, define } from "../element.js";
import { plain } from "../parts/excerpt.js";
import { text } from "../text.js";
import { terminalCommand, corsHeaders, diagnose } from "./diagnose.js";

const words = text.reach;

/** An option of a command, in which a line must not break. */
const FLAG = /(?<=\s)(--[\w-]+)/;

class Advice extends Element {
  static properties = {
    target: { attribute: false },
    options: { attribute: false },
    secrets: { attribute: false },
    cause: { type: String },
    why: { state: true },
    copied: { state: true },
  };

  constructor() {
    super();
    /** @type {import("./plan.js").PlanTarget | undefined} */
    this.target = undefined;
    /** @type {import("./plan.js").Plan["options"] | undefined} */
    this.options = undefined;
    /** @type {import("./plan.js").Secrets} */
    this.secrets = { headers: undefined, queries: {} };
    this.cause = "";
    /** @type {import("./diagnose.js").Why | undefined} */
    this.why = undefined;
    this.copied = "";
    this.online = () => this.requestUpdate();
  }

  connectedCallback() {
    super.connectedCallback();
    window.addEventListener("online", this.online);
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    window.removeEventListener("online", this.online);
  }

  async firstUpdated() {
    if (this.target) this.why = await diagnose(this.target.endpoint, this.cause);
  }

  render() {
    if (this.target === undefined || this.options === undefined) return "";
    // The machine is online again.
    if (this.why === "offline" && navigator.onLine) return "";
    return html`<section class="notice stack" aria-live="polite">
      <h3>${words.title}</h3>
      <p><bdi class="soft">${plain(this.target.endpoint)}</bdi></p>
      ${this.why === undefined ? html`<p>${words.checking}</p>` : this.explanation(this.why)}
    </section>`;
  }

  /** @param {import("./diagnose.js").Why} why */
  explanation(why) {
    const { target, options, secrets } = this;
    const ask = target && options ? this.code(terminalCommand(target, options, secrets)) : "";
    if (why === "offline") return html`<p>${words.offline} ${words.offlineDo}</p>`;
    if (why === "cors") {
      return html`<p>${words.cors}</p>
        <p>${words.corsYours}</p>
        ${this.code(corsHeaders())}
        <p>${words.corsOther}</p>
        ${ask}`;
    }
    return html`<p>${words[why]}</p>
      <p>${words[`${why}Do`]}</p>
      ${ask}`;
  }

  /** @param {string} code */
  code(code) {
    const parts = code
      .split(FLAG)
      .map((part, at) => (at % 2 === 0 ? part : html`<span class="nowrap">${part}</span>`));
    return html`<div class="copy">
      <pre class="plain">${parts}</pre>
      <button class="quiet" @click=${(/** @type {Event} */ event) => this.copy(event, code)}>
        ${this.copied === code ? words.copied : words.copy}
      </button>
    </div>`;
  }

  /** Copies code, or selects it if the browser denies access to the clipboard. @param {Event} event @param {string} code */
  async copy(event, code) {
    const text = /** @type {Element} */ (event.currentTarget).previousElementSibling;
    try {
      await navigator.clipboard.writeText(code);
      this.copied = code;
    } catch {
      this.copied = "";
      if (text) getSelection()?.selectAllChildren(text);
    }
  }
}

define("pm-advice", Advice);
