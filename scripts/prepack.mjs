// What `npm pack` needs beside the sources: a fresh build, the README and the licences.

import { copyFileSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { ROOT, script } from "./lib.mjs";
import { setup } from "./setup.mjs";

/**
 * A page of the repository as it stands alone: its links into the repository are the paths there, and
 * its pictures, with the section that is nothing but those, are gone.
 *
 * @param {string} page
 */
export const alone = (page) =>
  page
    .replace(/^## Look\n[^]*?(?=^## )/m, "")
    .replace(/^<picture>\n[^]*?^<\/picture>\n\n/gm, "")
    .replace(/\[[^\]\n]*\]\((?!https:)([\w./-]+)(?:#[\w-]+)?\)/g, "$1");

script(import.meta.url, async () => {
  await setup();
  for (const name of ["LICENSE-APACHE", "LICENSE-MIT"])
    copyFileSync(join(ROOT, name), join(ROOT, "pkg", name));
  const readme = readFileSync(join(ROOT, "README.md"), "utf8");
  writeFileSync(join(ROOT, "pkg", "README.md"), alone(readme));
});
