// What a refusal is, wherever it comes from.

import { text } from "../text.js";

/** @typedef {{ code: string, message: string }} Refused */

/** The browser has codes of its own, which are numbers. @param {unknown} error @returns {Refused} */
export function refusedBy(error) {
  const { code: own, message = String(error) } = /** @type {Partial<Refused>} */ (error ?? {});
  let code = "host.error";
  if (typeof own === "string") code = own;
  return { code, message: code === "host.load" ? text.notLoaded : message };
}
