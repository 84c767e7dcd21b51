// Converts errors of the core, the host and the browser to one form.

import { text } from "../text.js";

/** @typedef {{ code: string, message: string }} ErrorInfo */

/** Returns the code and message of an error. Numeric codes of browser errors become `host.error`. @param {unknown} error @returns {ErrorInfo} */
export function toErrorInfo(error) {
  const { code: own, message = String(error) } = /** @type {Partial<ErrorInfo>} */ (error ?? {});
  let code = "host.error";
  if (typeof own === "string") code = own;
  return { code, message: code === "host.load" ? text.notLoaded : message };
}
