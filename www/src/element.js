// What every element here has in common: it renders into the page itself, so that one style sheet,
// labels and landmarks reach across all of them.

import { LitElement } from "lit";

export class Element extends LitElement {
  createRenderRoot() {
    return this;
  }

  /**
   * Tells whoever is above.
   *
   * @param {string} name
   * @param {unknown} [detail]
   */
  tell(name, detail) {
    this.dispatchEvent(new CustomEvent(name, { detail, bubbles: true }));
  }

  /** Moves the focus to a field, which may be folded up. @param {globalThis.Element | null | undefined} field */
  focusOn(field) {
    const folded = field?.closest("details");
    if (folded) folded.open = true;
    /** @type {HTMLElement | null | undefined} */ (field)?.focus();
  }
}

/**
 * The elements of this page by name; a module that is loaded twice defines its element once.
 *
 * @param {string} name
 * @param {CustomElementConstructor} type
 */
export function define(name, type) {
  if (customElements.get(name) === undefined) customElements.define(name, type);
}
