// Prepares `npm pack`: a fresh build, the README and the licences.

import { copyFileSync, cpSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { ROOT, script } from "./lib.mjs";
import { setup } from "./setup.mjs";
import { DIST } from "./site.mjs";

/**
 * Rewrites a page of the repository for use outside it: replaces links into the repository by their
 * paths, and removes pictures and the section "Look".
 *
 * @param {string} page
 */
export const standalone = (page) =>
  page
    .replace(/^## Look\n[^]*?(?=^## )/m, "")
    .replace(/^<picture>\n[^]*?^<\/picture>\n\n/gm, "")
    .replace(/\[[^\]\n]*\]\((?!https:)([\w./-]+)(?:#[\w-]+)?\)/g, "$1");

script(import.meta.url, async () => {
  await setup();
  for (const name of ["LICENSE-APACHE", "LICENSE-MIT"])
    copyFileSync(join(ROOT, name), join(ROOT, "pkg", name));
  // The command line serves the wasm of the dashboard from the package.
  const dashboard = join(ROOT, "pkg", "dashboard");
  rmSync(dashboard, { recursive: true, force: true });
  cpSync(DIST, dashboard, {
    recursive: true,
    filter: (path) => !/_(?:bg|inline)-[\w-]+\.(?:wasm|js)$/.test(path),
  });
  const readme = readFileSync(join(ROOT, "README.md"), "utf8");
  writeFileSync(join(ROOT, "pkg", "README.md"), standalone(readme));
});
