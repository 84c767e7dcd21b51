// The base class of the page's elements. They render without a shadow root, so that style sheets,
// labels and landmarks work across elements.

import { LitElement } from "lit";

export class Element extends LitElement {
  createRenderRoot() {
    return this;
  }

  /**
   * Dispatches a bubbling event.
   *
   * @param {string} name
   * @param {unknown} [detail]
   */
  emit(name, detail) {
    this.dispatchEvent(new CustomEvent(name, { detail, bubbles: true }));
  }

  /** Moves the focus to a field, and opens the `<details>` around it. @param {globalThis.Element | null | undefined} field */
  focusField(field) {
    const folded = field?.closest("details");
    if (folded) folded.open = true;
    /** @type {HTMLElement | null | undefined} */ (field)?.focus();
  }
}

/**
 * Defines a custom element, unless its module was loaded before.
 *
 * @param {string} name
 * @param {CustomElementConstructor} type
 */
export function defineElement(name, type) {
  if (customElements.get(name) === undefined) customElements.define(name, type);
}
