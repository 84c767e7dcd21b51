// The frame of the page: where one is, where one can go, light and dark.

import { html } from "lit";

import { Element, define } from "./element.js";
import { mark } from "./parts/mark.js";
import { middle } from "./parts/middle.js";
import { text } from "./text.js";
import { THEMES, theme, useTheme } from "./theme.js";

/** The views, each loaded when it is first looked at. */
const VIEWS = {
  run: { load: () => import("./run/view.js"), show: () => html`<pm-run></pm-run>` },
  results: {
    load: () => import("./results/view.js"),
    show: (/** @type {string} */ open) => html`<pm-results .open=${open}></pm-results>`,
  },
  verify: { load: () => import("./verify/view.js"), show: () => html`<pm-verify></pm-verify>` },
};

/** @typedef {keyof typeof VIEWS} View */

class App extends Element {
  static properties = {
    view: { state: true },
    open: { state: true },
    ready: { state: true },
    problem: { state: true },
  };

  constructor() {
    super();
    /** @type {View} */
    this.view = "run";
    /** What the address says beside the view. */
    this.open = "";
    /** The views that are loaded. @type {Set<View>} */
    this.ready = new Set();
    this.problem = "";
    /** What each view has open. @type {Partial<Record<View, string>>} */
    this.names = {};
    this.follow = () => void this.go();
    /** A file that is dropped beside its place would take the page's, and a run with it. */
    this.miss = (/** @type {DragEvent} */ event) => event.preventDefault();
  }

  connectedCallback() {
    super.connectedCallback();
    window.addEventListener("hashchange", this.follow);
    window.addEventListener("dragover", this.miss);
    window.addEventListener("drop", this.miss);
    void this.go();
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    window.removeEventListener("hashchange", this.follow);
    window.removeEventListener("dragover", this.miss);
    window.removeEventListener("drop", this.miss);
  }

  async go() {
    const [, name = "", open = ""] = /^#\/([a-z]+)\/?(.*)$/.exec(location.hash) ?? [];
    const moved = this.hasUpdated && name !== this.view;
    this.view = Object.hasOwn(VIEWS, name) ? /** @type {View} */ (name) : "run";
    this.open = decoded(open);
    this.retitle();
    const { view } = this;
    try {
      await VIEWS[view].load();
      this.ready = new Set(this.ready).add(view);
      if (this.view === view) this.problem = "";
    } catch {
      // Of a view that was left nobody has to hear.
      if (this.view === view) this.problem = text.notLoaded;
    }
    await this.updateComplete;
    if (moved) document.getElementById("main")?.focus();
  }

  /** Windows and the history are told apart by what is open. */
  retitle() {
    const name = this.names[this.view];
    const { [this.view]: view } = text.views;
    document.title = name ? text.title(middle(name, 60), view) : text.title(view);
  }

  /** What a view has open, or nothing. @param {CustomEvent<{ view: View, name: string }>} event */
  named({ detail: { view, name } }) {
    this.names[view] = name;
    this.retitle();
  }

  /** @param {Event} event */
  skip(event) {
    event.preventDefault();
    document.getElementById("main")?.focus();
  }

  render() {
    return html`
      <a class="skip" href="#main" @click=${this.skip}>${text.skip}</a>
      <header class="frame head">
        <a class="wordmark" href="#/run">${mark()}${text.name}</a>
        <nav aria-label=${text.nav}>
          <ul>
            ${Object.keys(VIEWS).map(
              (name) =>
                html`<li>
                  <a href=${`#/${name}`} aria-current=${name === this.view ? "page" : "false"}
                    >${text.views[/** @type {View} */ (name)]}</a
                  >
                </li>`,
            )}
          </ul>
        </nav>
        <button class="quiet theme" @click=${this.nextTheme}>${text.themes[theme()]}</button>
      </header>
      <main class="frame" id="main" tabindex="-1" @named=${this.named}>
        ${this.problem ? html`<p class="notice bad" role="alert">${this.problem}</p>` : ""}
        ${Object.entries(VIEWS).map(([name, { show }]) =>
          this.ready.has(/** @type {View} */ (name))
            ? html`<div ?hidden=${name !== this.view}>${show(this.open)}</div>`
            : "",
        )}
      </main>
      <footer class="frame foot"><p>${text.foot}</p></footer>
    `;
  }

  nextTheme() {
    useTheme(THEMES[(THEMES.indexOf(theme()) + 1) % THEMES.length] ?? "auto");
    this.requestUpdate();
  }
}

/** A part of an address; one that says nothing names nothing. @param {string} part */
function decoded(part) {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

define("pm-app", App);
