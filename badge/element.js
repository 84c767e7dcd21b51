// The element: it takes what a page says, has it checked, and shows what came of it.

import { LitElement, html, nothing } from "lit";

import { card } from "./card.js";
import { check } from "./check.js";
import { narrow } from "./narrow.js";
import { details } from "./panel.js";
import { place } from "./place.js";
import { spoken } from "./strings.js";
import { style } from "./style.js";
import { stateOf, summary } from "./words.js";

const SCRIPT = 'script[type="application/json"], script[type="application/x-ndjson"]';

/** What is checked again when it changes. */
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
    theme: { reflect: true },
    compact: { type: Boolean, reflect: true },
    strings: { attribute: false },
    _found: { state: true },
    _open: { state: true },
  };
  /** @override */
  static shadowRootOptions = { ...LitElement.shadowRootOptions, delegatesFocus: true };

  /** What every badge says, where that is not English. @type {object | undefined} */
  static strings = undefined;

  /** @type {AbortController | undefined} */
  #checking;
  #watcher = new MutationObserver(() => this.#check());
  /** Settles when what is being checked has been. @type {Promise<void>} */
  #checked = Promise.resolve();
  #away = new AbortController();

  constructor() {
    super();
    /** @type {import("./check.js").Found | undefined} */
    this._found = undefined;
    this._open = false;
  }

  /** What verification found; undefined until it has, and where nothing could be checked. */
  get report() {
    return this._found && "report" in this._found ? this._found.report : undefined;
  }

  /** Why nothing could be checked, as its name among the texts for that; undefined where something was. */
  get reason() {
    return this._found && "unread" in this._found ? this._found.unread.reason : undefined;
  }

  /** The verdict; `checking` until there is one. */
  get verdict() {
    return stateOf(this._found);
  }

  /** Resolves when the check under way is done and shown. */
  get checked() {
    // What was set just now is looked at in the next update.
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
    this.#checked = this.#checkNow(signal);
  }

  /** @param {AbortSignal} signal */
  async #checkNow(signal) {
    // What is set one after another is waited for, and what stands inside until it is there whole.
    await Promise.resolve();
    const { record, src, index, trust, subject, maxAge } = /** @type {any} */ (this);
    if ((record ?? src ?? null) === null) await this.#read(signal);
    if (signal.aborted) return;
    const inputs = { record, src, index, trust, subject, maxAge, inline: this.#inline() };
    const given = Object.entries(inputs).filter(([, value]) => value !== null);
    try {
      this._found = await check(Object.fromEntries(given), signal);
    } catch {
      // Something else is being checked by now, or the badge is gone.
      return;
    }
    const detail = { verdict: this.verdict, report: this.report, reason: this.reason };
    this.dispatchEvent(
      new CustomEvent("proofmark-verdict", { detail, bubbles: true, composed: true }),
    );
  }

  /** Resolves when the page has been read, or when nobody waits for it any more. @param {AbortSignal} signal */
  async #read(signal) {
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
    // The page may have taken it away by the same click.
    if (!this._open) return;
    this.#panel.showPopover?.();
    this.#place();
    this.#away = new AbortController();
    const { signal } = this.#away;
    addEventListener("resize", this.#place, { signal });
    addEventListener("scroll", this.#place, { signal, capture: true, passive: true });
    addEventListener("pointerdown", this.#leave, { signal });
    addEventListener("keydown", this.#key, { signal });
    this.addEventListener("focusout", this.#pass, { signal });
  }

  #close() {
    if (!this._open) return;
    this.#away.abort();
    if (this.#panel.matches?.(":popover-open")) this.#panel.hidePopover();
    this._open = false;
  }

  #leave = (/** @type {Event} */ event) => {
    if (!event.composedPath().includes(this)) this.#close();
  };

  /** What the focus moves to may lie behind the details. */
  #pass = (/** @type {FocusEvent} */ { relatedTarget }) => {
    if (relatedTarget !== null && !this.contains(/** @type {Node} */ (relatedTarget)))
      this.#close();
  };

  #key = (/** @type {KeyboardEvent} */ event) => {
    if (event.key !== "Escape" || event.defaultPrevented) return;
    const inside = this.renderRoot.contains(
      /** @type {ShadowRoot} */ (this.renderRoot).activeElement,
    );
    this.#close();
    if (inside) this.#button.focus();
  };

  /** @override */
  render() {
    const strings = spoken(ProofmarkBadge.strings, /** @type {any} */ (this).strings);
    const shown = summary(this._found, strings, Date.now());
    const { _open: open, _found: found, report } = this;
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
        ${open ? details({ summary: shown, found, strings }) : nothing}
      </div>`;
  }
}
