// Packs the crates that are published and builds the archives.

import { existsSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";

import { CRATES, ROOT, run, script } from "./lib.mjs";

/** Deletes the entries of a folder whose names begin with `start`. @param {string} folder @param {string} start */
function remove(folder, start) {
  for (const name of existsSync(folder) ? readdirSync(folder) : []) {
    if (name.startsWith(start)) rmSync(join(folder, name), { recursive: true, force: true });
  }
}

script(import.meta.url, async () => {
  // Cargo takes a crate of a registry as unchanged while its version is, and would build the archive of
  // `proofmark` with an older `proofmark-grade`. The folder of a registry without a host name begins
  // with a hyphen.
  remove(CRATES, "-");
  remove(join(ROOT, "target", "debug", ".fingerprint"), "proofmark-grade-");
  const published = ["--workspace", "--exclude=xtask"];
  await run("cargo", ["package", "--locked", "--allow-dirty", ...published]);
});
