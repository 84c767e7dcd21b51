// Creates elements. Values become text and attributes, never markup.

/** What an element contains; undefined is left out. @typedef {Node | string | undefined} Child */

/**
 * Creates an element. Attributes that are undefined are left out.
 *
 * @param {string} name
 * @param {Record<string, string | undefined>} [attributes]
 * @param {Child | Child[]} children
 */
export function createElement(name, attributes = {}, children = []) {
  const namespace = name === "svg" || name === "path" ? "2000/svg" : "1999/xhtml";
  const created = document.createElementNS(`http://www.w3.org/${namespace}`, name);
  return setContent(/** @type {HTMLElement} */ (created), attributes, children);
}

/**
 * Sets attributes, and replaces the content. Attributes that are undefined are left as they are.
 *
 * @template {Element} T
 * @param {T} element
 * @param {Record<string, string | undefined>} attributes
 * @param {Child | Child[]} children
 */
export function setContent(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes))
    if (value !== undefined) element.setAttribute(name, value);
  element.replaceChildren(...[children].flat().filter((child) => child !== undefined));
  return element;
}

/** Creates a `span` of a class. @param {string} kind @param {Child | Child[]} children */
export const span = (kind, children) => createElement("span", { class: kind }, children);

/** Creates text that is isolated from the direction of its surroundings. @param {string} text */
export const createBidiIsolate = (text) => createElement("bdi", {}, text);
