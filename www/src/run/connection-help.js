// Explains why the page could not reach an agent, and what to do.

import { html } from "lit";

import "../parts/copy-code.js";
import { Element, defineElement } from "../element.js";
import { toOneLine } from "../parts/excerpt.js";
import { text } from "../text.js";
import { terminalCommand, corsHeaders, diagnose } from "./diagnose.js";

const labels = text.reach;

class ConnectionHelp extends Element {
  static properties = {
    target: { attribute: false },
    options: { attribute: false },
    secrets: { attribute: false },
    cause: { type: String },
    why: { state: true },
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
      <h3>${labels.title}</h3>
      <p><bdi class="soft">${toOneLine(this.target.endpoint)}</bdi></p>
      ${this.why === undefined ? html`<p>${labels.checking}</p>` : this.explanation(this.why)}
    </section>`;
  }

  /** @param {import("./diagnose.js").Why} why */
  explanation(why) {
    const { target, options, secrets } = this;
    const ask = target && options ? copyCode(terminalCommand(target, options, secrets)) : "";
    if (why === "offline") return html`<p>${labels.offline} ${labels.offlineDo}</p>`;
    if (why === "cors") {
      return html`<p>${labels.cors}</p>
        <p>${labels.corsYours}</p>
        ${copyCode(corsHeaders())}
        <p>${labels.corsOther}</p>
        ${ask}`;
    }
    return html`<p>${labels[why]}</p>
      <p>${labels[`${why}Do`]}</p>
      ${ask}`;
  }
}

/** @param {string} code */
const copyCode = (code) => html`<pm-copy .code=${code}></pm-copy>`;

defineElement("pm-advice", ConnectionHelp);
