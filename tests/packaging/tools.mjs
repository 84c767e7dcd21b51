// The tools of the consumers, among them other runtimes than Node.

import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

import { digestOf, npm } from "../../scripts/lib.mjs";

const HERE = fileURLToPath(new URL(".", import.meta.url));

/** Installs the tools of the consumers, when their lock has changed. */
export async function installTools() {
  const stamp = join(HERE, "node_modules", ".proofmark-setup");
  const paths = ["package.json", "package-lock.json"].map((name) => `tests/packaging/${name}`);
  const wanted = digestOf(paths);
  if (existsSync(stamp) && readFileSync(stamp, "utf8") === wanted) return;
  console.log("installing the consumers' tools with npm ci");
  await npm(["ci", "--ignore-scripts", "--no-audit", "--no-fund"], { cwd: HERE });
  writeFileSync(stamp, wanted);
}

/** The program that a platform package holds. @param {string[]} candidates */
function program(...candidates) {
  const found = candidates.find((path) => existsSync(join(HERE, "node_modules", path)));
  if (found === undefined) throw new Error(`expected ${candidates.join(" or ")}, found none`);
  return join(HERE, "node_modules", found);
}

const [os, cpu] = [process.platform, process.arch];
export const deno = () => program(`@deno/${os}-${cpu}-glibc/deno`, `@deno/${os}-${cpu}/deno`);
export const bun = () => program(`@oven/bun-${os}-${cpu === "arm64" ? "aarch64" : cpu}/bin/bun`);
