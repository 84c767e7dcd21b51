// The custom element: reads attributes and properties, starts the check, and shows the result.

import { LitElement, html, nothing } from "lit";

import { card } from "./card.js";
import { check } from "./check.js";
import { narrow } from "./narrow.js";
import { details } from "./panel.js";
import { linksOf } from "./links.js";
import { place } from "./place.js";
import { nextSlice } from "./slices.js";
import { mergeStrings } from "./strings.js";
import { style } from "./style.js";
import { becomesVisible } from "./visible.js";
import { stateOf, summary } from "./words.js";

const SCRIPT = 'script[type="application/json"], script[type="application/x-ndjson"]';

/** The properties that trigger a new check. */
const INPUTS = ["record", "src", "index", "trust", "subject", "maxAge"];

/** A badge that verifies a record on the visitor's machine. `docs/badge.md` describes it. */
export class ProofmarkBadge extends LitElement {
  /** @override */
  static styles = [style, narrow];
  /** @override */
  static properties = {
    record: { attribute: false },
    src: {},
    index: {},
    trust: {},
    subject: {},
    maxAge: { attribute: "max-age" },
    dashboard: {},
    theme: { reflect: true },
    compact: { type: Boolean, reflect: true },
    strings: { attribute: false },
    _found: { state: true },
    _open: { state: true },
  };
  /** @override */
  static shadowRootOptions = { ...LitElement.shadowRootOptions, delegatesFocus: true };

  /** Translated texts of all badges. @type {object | undefined} */
  static strings = undefined;

  /** @type {AbortController | undefined} */
  #checking;
  #watcher = new MutationObserver(() => this.#check());
  /** Settles when the current check is done. @type {Promise<void>} */
  #checked = Promise.resolve();
  #listeners = new AbortController();
  /** Starts the check although the badge is out of sight. */
  #startNow = () => {};

  constructor() {
    super();
    /** @type {import("./check.js").Found | undefined} */
    this._found = undefined;
    this._open = false;
  }

  /** The report; undefined until there is one, or if nothing could be checked. */
  get report() {
    return this._found && "report" in this._found ? this._found.report : undefined;
  }

  /** The reason why nothing could be checked, a key of `unread` in strings.js. */
  get reason() {
    return this._found && "unread" in this._found ? this._found.unread.reason : undefined;
  }

  /** The verdict; `checking` at first. */
  get verdict() {
    return stateOf(this._found);
  }

  /** Resolves when the current check is done and shown. Starts it, if the badge is out of sight. */
  get checked() {
    this.#startNow();
    // Properties that were just set are read in the next update.
    const shown = () => this.updateComplete;
    return shown()
      .then(() => this.#checked)
      .then(shown)
      .then(() => this.verdict);
  }

  /** @override */
  connectedCallback() {
    super.connectedCallback();
    this.#watcher.observe(this, { childList: true, characterData: true, subtree: true });
    if (this.hasUpdated) this.#check();
  }

  /** @override */
  disconnectedCallback() {
    super.disconnectedCallback();
    this.#watcher.disconnect();
    this.#checking?.abort();
    this.#close();
  }

  /** @override */
  async scheduleUpdate() {
    await nextSlice();
    super.scheduleUpdate();
  }

  /** @override @param {Map<string, unknown>} changed */
  willUpdate(changed) {
    if (!this.hasUpdated || INPUTS.some((name) => changed.has(name))) this.#check();
  }

  /** @override */
  updated() {
    if (this._open) this.#place();
  }

  #check() {
    this.#checking?.abort();
    const { signal } = (this.#checking = new AbortController());
    this._found = undefined;
    const asked = new Promise((resolve) => (this.#startNow = () => resolve(undefined)));
    this.#checked = this.#checkNow(signal, asked);
  }

  /** @param {AbortSignal} signal @param {Promise<void>} asked */
  async #checkNow(signal, asked) {
    // Wait for properties that are set together, and for the element's content to be parsed.
    await Promise.resolve();
    const { record, src, index, trust, subject, maxAge } = /** @type {any} */ (this);
    if ((record ?? src ?? null) === null) await this.#pageParsed(signal);
    await Promise.race([becomesVisible(this, signal), asked]);
    if (signal.aborted) return;
    const inputs = { record, src, index, trust, subject, maxAge, inline: this.#inline() };
    const given = Object.entries(inputs).filter(([, value]) => value !== null);
    try {
      this._found = await check(Object.fromEntries(given), signal);
    } catch {
      // A newer check has started, or the badge was removed.
      return;
    }
    const detail = { verdict: this.verdict, report: this.report, reason: this.reason };
    this.dispatchEvent(
      new CustomEvent("proofmark-verdict", { detail, bubbles: true, composed: true }),
    );
  }

  /** Resolves when the page has been parsed, or on abort. @param {AbortSignal} signal */
  async #pageParsed(signal) {
    const { ownerDocument: page } = this;
    if (page.readyState !== "loading") return;
    await new Promise((resolve) => {
      page.addEventListener("DOMContentLoaded", resolve, { signal });
      signal.addEventListener("abort", resolve);
    });
  }

  #inline() {
    return (this.querySelector(SCRIPT) ?? this).textContent ?? undefined;
  }

  get #button() {
    return /** @type {HTMLElement} */ (this.renderRoot.querySelector("button"));
  }

  get #panel() {
    return /** @type {HTMLElement} */ (this.renderRoot.querySelector(".panel"));
  }

  #place = () => place(this.#panel, this.#button);

  #toggle = () => (this._open ? this.#close() : this.#show());

  async #show() {
    this._open = true;
    await this.updateComplete;
    // A click handler of the page may have closed or removed the badge.
    if (!this._open) return;
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
    if (!this._open) return;
    this.#listeners.abort();
    if (this.#panel.matches?.(":popover-open")) this.#panel.hidePopover();
    this._open = false;
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
    const inside = this.renderRoot.contains(
      /** @type {ShadowRoot} */ (this.renderRoot).activeElement,
    );
    this.#close();
    if (inside) this.#button.focus();
  };

  /** @override */
  render() {
    const strings = mergeStrings(ProofmarkBadge.strings, /** @type {any} */ (this).strings);
    const shown = summary(this._found, strings, Date.now());
    const { _open: open, _found: found, report } = this;
    const links = linksOf(/** @type {any} */ (this));
    return html`${card({ summary: shown, report, strings, open, toggle: this.#toggle })}
      <div
        id="panel"
        class="panel"
        lang=${strings.locale}
        dir=${strings.dir}
        part="panel"
        role="region"
        aria-label=${strings.details}
        popover="manual"
        tabindex="0"
        ?hidden=${!open}
      >
        ${open ? details({ summary: shown, found, strings, links }) : nothing}
      </div>`;
  }
}
