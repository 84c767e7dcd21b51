// The headers that the dashboard's files are served with, from the file in which sites of Cloudflare
// have them.

import { readFileSync } from "node:fs";
import { join } from "node:path";

/**
 * Those of every file.
 *
 * @param {string} folder The built dashboard.
 * @returns {Record<string, string>}
 */
export function siteHeaders(folder) {
  const lines = readFileSync(join(folder, "_headers"), "utf8").matchAll(/^ +([\w-]+): (.+)$/gm);
  return Object.fromEntries([...lines].map(([, name, value]) => [name, value]));
}
