// Checks the core with the oldest Rust version that Cargo.toml supports.

import { readFileSync } from "node:fs";
import { join } from "node:path";

import { ROOT, Refusal, output, run, script } from "./lib.mjs";

script(import.meta.url, async () => {
  const manifest = readFileSync(join(ROOT, "Cargo.toml"), "utf8");
  const version = /^rust-version = "(.*)"$/m.exec(manifest)?.[1];
  if (version === undefined) throw new Refusal("Cargo.toml: expected a rust-version, found none");
  const has = () => output("rustup", ["run", version, "rustc", "--version"]);
  if (has() === null) await run("rustup", ["toolchain", "install", version, "--profile=minimal"]);
  const found = has();
  if (found === null) throw new Refusal(`msrv: expected Rust ${version}, found none`);
  console.log(found);
  // Another compiler's artefacts cannot be reused.
  const env = { ...process.env, CARGO_TARGET_DIR: join(ROOT, "target", "msrv") };
  await run(
    "rustup",
    ["run", version, "cargo", "check", "--locked", "--lib", "--workspace", "--exclude=xtask"],
    { env },
  );
});
