// The custom element: reads attributes and properties, starts the check, and shows the result.

import { cardContent } from "./view/card.js";
import { check } from "./check.js";
import { narrowStyles } from "./view/narrow.js";
import { detailsContent } from "./view/panel.js";
import { badgeLinks } from "./links.js";
import { createElement, setContent } from "./view/nodes.js";
import { positionPanel } from "./view/place.js";
import { nextSlice } from "./slices.js";
import { mergeStrings } from "./strings.js";
import { style } from "./view/style.js";
import { waitUntilVisible } from "./visible.js";
import { verdictState, summarizeReport, titleText } from "./words.js";

const SCRIPT = 'script[type="application/json"], script[type="application/x-ndjson"]';

/** The properties that trigger a new check. */
const INPUTS = ["record", "src", "index", "trust", "subject", "maxAge"];
/** The properties that no attribute sets directly. */
const PROPERTIES = [...INPUTS, "dashboard", "strings"];
/** The properties that are attributes, for style sheets. */
const REFLECTED = ["theme", "compact"];
/** The attributes that set properties. */
const ATTRIBUTES = ["src", "index", "trust", "subject", "max-age", "dashboard"];

const sheet = new CSSStyleSheet();
sheet.replaceSync(style + narrowStyles);

/** A badge that verifies a record on the visitor's machine. `docs/badge.md` describes it. */
export class ProofmarkBadge extends HTMLElement {
  static observedAttributes = ATTRIBUTES;

  /** Translated texts of all badges. @type {object | undefined} */
  static strings = undefined;

  static {
    for (const name of PROPERTIES)
      Object.defineProperty(this.prototype, name, {
        /** @this {ProofmarkBadge} */
        get() {
          return this.#values[name];
        },
        /** @this {ProofmarkBadge} @param {unknown} value */
        set(value) {
          this.#set(name, value);
        },
      });
  }

  /** The values of the properties. @type {any} */
  #values = {};
  /** What the last check found. @type {import("./check.js").Found | undefined} */
  #found;
  #isOpen = false;
  /** True if the inputs have changed since the last check began. */
  #isStale = true;
  /** Settles when all changes are shown; undefined if there are none to show. @type {Promise<void> | undefined} */
  #updating;
  /** @type {AbortController | undefined} */
  #checking;
  #watcher = new MutationObserver(() => this.#update(true));
  /** Settles when the current check is done. @type {Promise<void>} */
  #checked = Promise.resolve();
  #listeners = new AbortController();
  /** Starts the check although the badge is out of sight. */
  #startNow = () => {};

  #button = createElement("button", { type: "button", "aria-controls": "panel" });
  #panel = createElement("div", {
    ...{ id: "panel", class: "panel", part: "panel", role: "region" },
    ...{ popover: "manual", tabindex: "0", hidden: "" },
  });

  constructor() {
    super();
    const root = this.attachShadow({ mode: "open", delegatesFocus: true });
    root.adoptedStyleSheets = [sheet];
    root.append(createElement("div", { class: "frame" }, this.#button), this.#panel);
    this.#button.addEventListener("click", () => (this.#isOpen ? this.#close() : this.#open()));
  }

  get theme() {
    return this.getAttribute("theme");
  }

  set theme(theme) {
    if (theme == null) this.removeAttribute("theme");
    else this.setAttribute("theme", theme);
  }

  get compact() {
    return this.hasAttribute("compact");
  }

  set compact(compact) {
    this.toggleAttribute("compact", Boolean(compact));
  }

  /** The report; undefined until there is one, or if nothing could be checked. */
  get report() {
    return this.#found && "report" in this.#found ? this.#found.report : undefined;
  }

  /** The reason why nothing could be checked, a key of `unread` in strings.js. */
  get reason() {
    return this.#found && "unread" in this.#found ? this.#found.unread.reason : undefined;
  }

  /** The verdict; `checking` at first. */
  get verdict() {
    return verdictState(this.#found);
  }

  /** Resolves when the current check is done and shown. Starts it, if the badge is out of sight. */
  get checked() {
    return this.#waitUntilShown();
  }

  async #waitUntilShown() {
    // Properties that were just set are read in the next update.
    await this.#updating;
    this.#startNow();
    await this.#checked;
    await this.#updating;
    return this.verdict;
  }

  connectedCallback() {
    // Properties that were set before the element was defined hide those of the class.
    for (const name of [...PROPERTIES, ...REFLECTED]) {
      if (!Object.hasOwn(this, name)) continue;
      const self = /** @type {any} */ (this);
      const value = self[name];
      delete self[name];
      self[name] = value;
    }
    this.#watcher.observe(this, { childList: true, characterData: true, subtree: true });
    this.#update(true);
  }

  disconnectedCallback() {
    this.#watcher.disconnect();
    this.#checking?.abort();
    this.#close();
  }

  /** @param {string} name @param {string | null} _ @param {string | null} value */
  attributeChangedCallback(name, _, value) {
    this.#set(name === "max-age" ? "maxAge" : name, value);
  }

  /** @param {string} name @param {unknown} value */
  #set(name, value) {
    if (Object.is(this.#values[name], value)) return;
    this.#values[name] = value;
    this.#update(INPUTS.includes(name));
  }

  /** Shows all changes of one task together. If `isStale`, first starts a new check. @param {boolean} isStale */
  #update(isStale = false) {
    this.#isStale ||= isStale;
    if (!this.isConnected) return;
    this.#updating ??= nextSlice().then(() => {
      this.#updating = undefined;
      if (this.#isStale) this.#check();
      this.#render();
    });
  }

  #check() {
    this.#isStale = false;
    this.#checking?.abort();
    const { signal } = (this.#checking = new AbortController());
    this.#found = undefined;
    const asked = new Promise((resolve) => (this.#startNow = () => resolve(undefined)));
    this.#checked = this.#checkNow(signal, asked);
  }

  /** @param {AbortSignal} signal @param {Promise<void>} asked */
  async #checkNow(signal, asked) {
    const { record, src, index, trust, subject, maxAge } = this.#values;
    // The element's content may not be parsed yet.
    if ((record ?? src ?? null) === null) await this.#waitForParsedPage(signal);
    await Promise.race([waitUntilVisible(this, signal), asked]);
    if (signal.aborted) return;
    const inputs = { record, src, index, trust, subject, maxAge, inline: this.#inlineRecord() };
    const given = Object.entries(inputs).filter(([, value]) => value !== null);
    try {
      this.#found = await check(Object.fromEntries(given), signal);
    } catch {
      // A newer check has started, or the badge was removed.
      return;
    }
    this.#update();
    const detail = { verdict: this.verdict, report: this.report, reason: this.reason };
    this.dispatchEvent(
      new CustomEvent("proofmark-verdict", { detail, bubbles: true, composed: true }),
    );
  }

  /** Resolves when the page has been parsed, or on abort. @param {AbortSignal} signal */
  async #waitForParsedPage(signal) {
    const { ownerDocument: page } = this;
    if (page.readyState !== "loading") return;
    await new Promise((resolve) => {
      page.addEventListener("DOMContentLoaded", resolve, { signal });
      signal.addEventListener("abort", resolve);
    });
  }

  #inlineRecord() {
    return (this.querySelector(SCRIPT) ?? this).textContent ?? undefined;
  }

  #place = () => positionPanel(this.#panel, this.#button);

  #open() {
    // A click handler of the page may have removed the badge.
    if (!this.isConnected) return;
    this.#isOpen = true;
    this.#render();
    this.#panel.showPopover?.();
    this.#place();
    this.#listeners = new AbortController();
    const { signal } = this.#listeners;
    addEventListener("resize", this.#place, { signal });
    addEventListener("scroll", this.#place, { signal, capture: true, passive: true });
    addEventListener("pointerdown", this.#onPointerDown, { signal });
    addEventListener("keydown", this.#onKeyDown, { signal });
    this.addEventListener("focusout", this.#onFocusOut, { signal });
  }

  #close() {
    if (!this.#isOpen) return;
    this.#listeners.abort();
    if (this.#panel.matches?.(":popover-open")) this.#panel.hidePopover();
    this.#isOpen = false;
    this.#render();
  }

  #onPointerDown = (/** @type {Event} */ event) => {
    if (!event.composedPath().includes(this)) this.#close();
  };

  /** Closes the details when the focus leaves, because they may cover the new target. */
  #onFocusOut = (/** @type {FocusEvent} */ { relatedTarget }) => {
    if (relatedTarget !== null && !this.contains(/** @type {Node} */ (relatedTarget)))
      this.#close();
  };

  #onKeyDown = (/** @type {KeyboardEvent} */ event) => {
    if (event.key !== "Escape" || event.defaultPrevented) return;
    const { shadowRoot } = this;
    const inside = shadowRoot?.contains(shadowRoot.activeElement);
    this.#close();
    if (inside) this.#button.focus();
  };

  #render() {
    const strings = mergeStrings(ProofmarkBadge.strings, this.#values.strings);
    const shown = summarizeReport(this.#found, strings, Date.now());
    const { state } = shown;
    const language = { lang: strings.locale, dir: strings.dir };
    const button = {
      ...{ part: `badge ${state}`, class: state, ...language, title: titleText(shown) },
      ...{ "aria-expanded": `${this.#isOpen}`, "aria-busy": `${state === "checking"}` },
    };
    setContent(this.#button, button, cardContent(shown, this.report, strings));
    this.#panel.hidden = !this.#isOpen;
    const links = badgeLinks(this.#values);
    const content = this.#isOpen ? detailsContent(shown, this.#found, strings, links) : [];
    setContent(this.#panel, { ...language, "aria-label": strings.details }, content);
    if (this.#isOpen) this.#place();
  }
}
