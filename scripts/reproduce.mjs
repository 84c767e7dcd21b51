// Builds the last commit twice, in clean clones in different directories, and compares every wasm
// byte for byte, so that a pinned digest can be traced to its source.

import { createHash } from "node:crypto";
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join, relative } from "node:path";

import { OUTPUTS } from "./build.mjs";
import { ROOT, Refusal, npm, output, run, script } from "./lib.mjs";

/**
 * Clones `commit` into `folder`, builds it, and returns the SHA-256 of every wasm by name.
 *
 * @param {string} folder @param {string} commit
 */
async function buildClone(folder, commit) {
  await run("git", ["clone", "--quiet", "--no-hardlinks", ROOT, folder]);
  // A commit may have been added since the first clone.
  await run("git", ["-C", folder, "checkout", "--quiet", "--detach", commit]);
  // The caller's build artefacts must not be reused.
  const env = { ...process.env };
  delete env.CARGO_TARGET_DIR;
  const quiet = ["--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"];
  await npm(["ci", ...quiet], { cwd: folder, env });
  await run(process.execPath, ["scripts/build.mjs"], { cwd: folder, env });
  const paths = OUTPUTS.filter((path) => path.endsWith(".wasm")).sort();
  return new Map(
    paths.map((path) => {
      const bytes = readFileSync(join(folder, relative(ROOT, path)));
      return [basename(path), createHash("sha256").update(bytes).digest("hex")];
    }),
  );
}

script(import.meta.url, async () => {
  if (output("git", ["status", "--porcelain"]) !== "")
    console.log("reproduce: changes that are not committed are not in the clones");
  const commit = output("git", ["rev-parse", "HEAD"])?.trim();
  if (!commit) throw new Refusal("reproduce: expected a git repository with a commit, found none");
  const root = mkdtempSync(join(tmpdir(), "proofmark-reproduce-"));
  try {
    const one = join(root, "a");
    const other = join(root, "another", "and-a-longer-place");
    mkdirSync(join(root, "another"));
    const first = await buildClone(one, commit);
    // The second build must not find the first.
    rmSync(one, { recursive: true });
    const second = await buildClone(other, commit);
    let differing = 0;
    for (const name of new Set([...first.keys(), ...second.keys()])) {
      const same = first.get(name) === second.get(name);
      if (!same) differing += 1;
      console.log(`${same ? "same  " : "DIFFER"}  ${name.padEnd(16)}  ${first.get(name)}`);
      if (!same) console.log(`${" ".repeat(26)}${second.get(name)}`);
    }
    console.log(`reproduce: ${first.size - differing} passed, ${differing} failed`);
    if (differing > 0) process.exitCode = 1;
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
});
