// Prepares `npm pack`: a fresh build, the documentation, the licences and the dashboard.

import { copyFileSync, cpSync, mkdirSync, rmSync, readFileSync, writeFileSync } from "node:fs";
import { basename, dirname, join, relative } from "node:path";

import { ROOT, files, script } from "./lib.mjs";
import { setup } from "./setup.mjs";
import { DIST } from "./site.mjs";
import { components, notices } from "./third-party.mjs";

const PACKAGE = join(ROOT, "pkg");

/**
 * Rewrites a page of `docs/` for the package: removes pictures, follows the package's files, and
 * replaces other links out of `docs/` by their text.
 *
 * @param {string} page
 */
export const standalone = (page) =>
  page
    .replace(/^!\[.*\]\(.*\)\n\n/gm, "")
    .replace(/\]\(\.\.\/\.\.\/pkg\//g, "](../../")
    .replace(/\[([^\]\n]*)\]\((?:\.\.\/)+(?:examples|src|tests|worker|www|badge)\/[^)]*\)/g, "$1");

/** Copies into `pkg/` what only the tarball contains. */
export function stage() {
  for (const name of ["LICENSE-APACHE", "LICENSE-MIT", "action.yml"])
    copyFileSync(join(ROOT, name), join(PACKAGE, name));
  writeFileSync(join(PACKAGE, "THIRD-PARTY.md"), notices(components()));
  for (const name of ["dashboard", "docs"])
    rmSync(join(PACKAGE, name), { recursive: true, force: true });
  // The command line serves these files of the dashboard from `generated/`.
  const filter = (/** @type {string} */ path) =>
    !/^(?:\w+_bg-.*\.wasm|page-.*\.js)$/.test(basename(path));
  cpSync(DIST, join(PACKAGE, "dashboard"), { recursive: true, filter });
  for (const path of files(join(ROOT, "docs"))) {
    if (!/\.(?:md|json)$/.test(path)) continue;
    const target = join(PACKAGE, relative(ROOT, path));
    mkdirSync(dirname(target), { recursive: true });
    writeFileSync(target, standalone(readFileSync(path, "utf8")));
  }
}

script(import.meta.url, async () => {
  await setup();
  stage();
});
