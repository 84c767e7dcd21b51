// Makes cargo forget the crates that it has packed before. It takes a crate as unchanged while its
// version is, and would build the archive of `proofmark` with an older `proofmark-grade`.

import { existsSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";

import { CRATE_SOURCES, ROOT } from "./lib.mjs";

/** Deletes the entries of a folder whose names begin with `start`. @param {string} folder @param {string} start */
function remove(folder, start) {
  for (const name of existsSync(folder) ? readdirSync(folder) : []) {
    if (name.startsWith(start)) rmSync(join(folder, name), { recursive: true, force: true });
  }
}

// The folder of a registry without a host name begins with a hyphen: packed crates are in one.
for (const name of readdirSync(CRATE_SOURCES).filter((name) => name.startsWith("-"))) {
  remove(join(CRATE_SOURCES, name), "proofmark-");
}
remove(join(ROOT, "target", "debug", ".fingerprint"), "proofmark-grade-");
