// Parses `trust` values.

/**
 * Reports whether `text` is a key rather than a URL; the core distinguishes keys and trust files in
 * the same way.
 *
 * @param {string} text
 */
export const isKey = (text) => text.startsWith("did:");
