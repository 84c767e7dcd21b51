// What is said of trust: a key itself, or where the trust file is that lists some.

/** Whether `text` is a key rather than a place; the core tells a key from a trust file by the same. @param {string} text */
export const isKey = (text) => text.startsWith("did:");
