// The links of the details: the record, the trust file, and an independent check.

/** @typedef {{ record?: string | undefined, trust?: string | undefined, check?: string | undefined }} Links */

/**
 * Returns the links that the attributes of a badge name.
 *
 * @param {{ src?: unknown, trust?: unknown, subject?: unknown, dashboard?: unknown }} attributes
 * @returns {Links}
 */
export function badgeLinks({ src, trust, subject, dashboard }) {
  const record = resolveWebAddress(src);
  const page = resolveWebAddress(dashboard);
  const check = record && page ? new URL(page) : undefined;
  if (record && check) {
    check.searchParams.set("src", record);
    if (typeof trust === "string")
      check.searchParams.set("trust", resolveWebAddress(trust) ?? trust);
    if (typeof subject === "string") check.searchParams.set("subject", subject);
  }
  return { record, trust: resolveWebAddress(trust), check: check?.href };
}

/** Resolves an http or https address; undefined for keys, objects and other schemes. @param {unknown} value */
function resolveWebAddress(value) {
  if (typeof value !== "string" || value.trim() === "" || /^\s*\{/.test(value)) return undefined;
  try {
    const { href, protocol } = new URL(value, document.baseURI);
    return /^https?:$/.test(protocol) ? href : undefined;
  } catch {
    return undefined;
  }
}
