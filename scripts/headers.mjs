// Reads the HTTP headers of the dashboard from its Cloudflare `_headers` file.

import { readFileSync } from "node:fs";
import { join } from "node:path";

/**
 * Returns the headers of every file.
 *
 * @param {string} folder The built dashboard.
 * @returns {Record<string, string>}
 */
export function siteHeaders(folder) {
  const lines = readFileSync(join(folder, "_headers"), "utf8").matchAll(/^ +([\w-]+): (.+)$/gm);
  return Object.fromEntries([...lines].map(([, name, value]) => [name, value]));
}
