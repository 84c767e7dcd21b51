// The page's frame: navigation, the current view, and the theme switch.

import { html } from "lit";

import { Element, defineElement } from "./element.js";
import { logo } from "./parts/logo.js";
import { truncateMiddle } from "./parts/truncate.js";
import { isRegistry } from "./registry/agents.js";
import { convertSearchToRoute, currentRoute } from "./route.js";
import { text } from "./text.js";
import { THEMES, currentTheme, setTheme } from "./theme.js";

/** The address of a view, after its name. @typedef {{ item: string, query: string }} Place */

/**
 * The views. Each is loaded when it is first opened.
 *
 * @satisfies {Record<string, { load: () => Promise<unknown>, show: (place: Place) => unknown }>}
 */
const VIEWS = {
  agents: {
    load: () => import("./registry/view.js"),
    show: ({ item, query }) => html`<pm-registry .item=${item} .query=${query}></pm-registry>`,
  },
  run: {
    load: () => import("./run/view.js"),
    show: ({ item }) => html`<pm-run .item=${item}></pm-run>`,
  },
  results: {
    load: () => import("./results/view.js"),
    show: ({ item, query }) => html`<pm-results .item=${item} .query=${query}></pm-results>`,
  },
  verify: {
    load: () => import("./verify/view.js"),
    show: ({ item, query }) => html`<pm-verify .item=${item} .query=${query}></pm-verify>`,
  },
};

/** @typedef {keyof typeof VIEWS} View */

/** The `Place` that a hidden view gets. @type {Place} */
const ELSEWHERE = { item: "", query: "" };

class App extends Element {
  static properties = {
    /** True if a registry serves this page. */
    isRegistry: { state: true },
    view: { state: true },
    place: { state: true },
    ready: { state: true },
    error: { state: true },
  };

  constructor() {
    super();
    this.isRegistry = false;
    /** @type {View} */
    this.view = "run";
    /** @type {Place} */
    this.place = ELSEWHERE;
    /** The loaded views. @type {Set<View>} */
    this.ready = new Set();
    this.error = "";
    /** The title of the open item, by view. @type {Partial<Record<View, string>>} */
    this.names = {};
    /** Settles when the first view is loaded. @type {Promise<void> | undefined} */
    this.opening = undefined;
    this.onHashChange = () => void this.navigate();
    /** Keeps the browser from navigating to a file dropped outside a drop zone. */
    this.preventDrop = (/** @type {DragEvent} */ event) => event.preventDefault();
  }

  connectedCallback() {
    super.connectedCallback();
    window.addEventListener("hashchange", this.onHashChange);
    window.addEventListener("routereplaced", this.onHashChange);
    window.addEventListener("dragover", this.preventDrop);
    window.addEventListener("drop", this.preventDrop);
    this.opening = this.navigate();
    void isRegistry().then((found) => (this.isRegistry = found));
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    window.removeEventListener("hashchange", this.onHashChange);
    window.removeEventListener("routereplaced", this.onHashChange);
    window.removeEventListener("dragover", this.preventDrop);
    window.removeEventListener("drop", this.preventDrop);
  }

  async navigate() {
    const { view, item, params } = currentRoute();
    // The first view is no change, however long it takes to know it.
    const { hasUpdated } = this;
    // Most pages are no registry, and open with this view.
    if (view === "") void VIEWS.run.load().catch(() => {});
    if (view === "" || view === "agents") this.isRegistry = await isRegistry();
    const name = view === "" && this.isRegistry ? "agents" : view;
    const viewChanged = hasUpdated && name !== this.view;
    this.view = Object.hasOwn(VIEWS, name) ? /** @type {View} */ (name) : "run";
    this.place = { item, query: params.toString() };
    this.updateTitle();
    const { view: shown } = this;
    try {
      await VIEWS[shown].load();
      this.ready = new Set(this.ready).add(shown);
      if (this.view === shown) this.error = "";
    } catch {
      // The user has moved on to another view.
      if (this.view === shown) this.error = text.notLoaded;
    }
    if (!viewChanged) return;
    await this.updateComplete;
    document.getElementById("main")?.focus();
  }

  /** Leaves the introduction in place until the first view is loaded. */
  async scheduleUpdate() {
    await this.opening;
    if (!this.hasUpdated) this.replaceChildren();
    super.scheduleUpdate();
  }

  /** Sets the title, so that tabs and history entries can be told apart. */
  updateTitle() {
    const name = this.names[this.view];
    const { [this.view]: view } = text.views;
    document.title = name ? text.title(truncateMiddle(name, 60), view) : text.title(view);
  }

  /** Records the name of the item that a view shows; empty for none. @param {CustomEvent<{ view: View, name: string }>} event */
  onNamed({ detail: { view, name } }) {
    this.names[view] = name;
    this.updateTitle();
  }

  /** @param {Event} event */
  skipToContent(event) {
    event.preventDefault();
    document.getElementById("main")?.focus();
  }

  render() {
    return html`
      <a class="skip" href="#main" @click=${this.skipToContent}>${text.skip}</a>
      <header class="frame head">
        <a class="wordmark" href=${this.isRegistry ? "#/agents" : "#/run"}>${logo()}${text.name}</a>
        <nav aria-label=${text.nav}>
          <ul>
            ${Object.keys(VIEWS)
              .filter((name) => name !== "agents" || this.isRegistry)
              .map(
                (name) =>
                  html`<li>
                    <a href=${`#/${name}`} aria-current=${name === this.view ? "page" : "false"}
                      >${text.views[/** @type {View} */ (name)]}</a
                    >
                  </li>`,
              )}
          </ul>
        </nav>
        <button class="quiet theme" @click=${this.nextTheme}>${text.themes[currentTheme()]}</button>
      </header>
      <main class="frame" id="main" tabindex="-1" @named=${this.onNamed}>
        ${this.error ? html`<p class="notice bad" role="alert">${this.error}</p>` : ""}
        ${Object.entries(VIEWS).map(([name, { show }]) =>
          this.ready.has(/** @type {View} */ (name))
            ? html`<div ?hidden=${name !== this.view}>
                ${show(name === this.view ? this.place : ELSEWHERE)}
              </div>`
            : "",
        )}
      </main>
      <footer class="frame foot"><p>${text.foot}</p></footer>
    `;
  }

  nextTheme() {
    setTheme(THEMES[(THEMES.indexOf(currentTheme()) + 1) % THEMES.length] ?? "auto");
    this.requestUpdate();
  }
}

convertSearchToRoute();
defineElement("pm-app", App);
