// What a refusal is, wherever it comes from.

import { text } from "../text.js";

/** @typedef {{ code: string, message: string }} Refused */

/** The browser has codes of its own, which are numbers. @param {unknown} error @returns {Refused} */
export function refusedBy(error) {
  const { code, message = String(error) } = /** @type {Partial<Refused>} */ (error ?? {});
  if (code === "host.load") return { code, message: text.notLoaded };
  return { code: typeof code === "string" ? code : "host.error", message };
}
