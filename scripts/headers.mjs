// Reads the HTTP headers of the dashboard from its Cloudflare `_headers` file.

import { readFileSync } from "node:fs";
import { join } from "node:path";

/**
 * Returns the headers by path; a path may end in `*`.
 *
 * @param {string} folder The built dashboard.
 * @returns {Record<string, Record<string, string>>}
 */
export function headerRules(folder) {
  const rules = readFileSync(join(folder, "_headers"), "utf8").split(/^(?=\/)/m);
  return Object.fromEntries(
    rules.slice(1).map((rule) => {
      const lines = [...rule.matchAll(/^ +([\w-]+): (.+)$/gm)];
      const [path = ""] = rule.split("\n");
      return [path, Object.fromEntries(lines.map(([, name, value]) => [name, value]))];
    }),
  );
}

/**
 * Returns the headers of one file.
 *
 * @param {string} folder The built dashboard.
 * @param {string} [path]
 * @returns {Record<string, string>}
 */
export function siteHeaders(folder, path = "/") {
  const matching = Object.entries(headerRules(folder)).filter(([pattern]) =>
    pattern.endsWith("*") ? path.startsWith(pattern.slice(0, -1)) : path === pattern,
  );
  return Object.assign({}, ...matching.map(([, headers]) => headers));
}
