// Shared options, and a helper for the options of the API.

import { choice } from "./kinds.js";

/** The output format. @type {import("./args.js").Option} */
export const FORMAT = {
  kind: choice(["pretty", "json"]),
  value: "F",
  help: "pretty (default) or json",
};

/**
 * Removes undefined members.
 *
 * @template {object} T
 * @param {T} options
 * @returns {{ [K in keyof T]: Exclude<T[K], undefined> }}
 */
export function omitUndefined(options) {
  const kept = Object.entries(options).filter(([, value]) => value !== undefined);
  return /** @type {any} */ (Object.fromEntries(kept));
}
