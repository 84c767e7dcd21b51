// Options that commands share, and options as the API takes them.

import { choice } from "./kinds.js";

/** How a command says what it found. @type {import("./args.js").Option} */
export const FORMAT = {
  kind: choice(["pretty", "json"]),
  value: "F",
  help: "pretty (default) or json",
};

/**
 * `options` without the members that were not given.
 *
 * @template {object} T
 * @param {T} options
 * @returns {{ [K in keyof T]: Exclude<T[K], undefined> }}
 */
export function given(options) {
  const kept = Object.entries(options).filter(([, value]) => value !== undefined);
  return /** @type {any} */ (Object.fromEntries(kept));
}
