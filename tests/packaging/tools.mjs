// The tools of the consumers, among them other runtimes than Node.

import { existsSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

import { install } from "../../scripts/lib.mjs";

const HERE = fileURLToPath(new URL(".", import.meta.url));

/** Installs the tools of the consumers. */
export const installTools = () => install("tests/packaging", "the tools of the consumers");

/** The program that a platform package holds. @param {string[]} candidates */
function program(...candidates) {
  const found = candidates.find((path) => existsSync(join(HERE, "node_modules", path)));
  if (found === undefined) throw new Error(`expected ${candidates.join(" or ")}, found none`);
  return join(HERE, "node_modules", found);
}

const [os, cpu] = [process.platform, process.arch];
export const deno = () => program(`@deno/${os}-${cpu}-glibc/deno`, `@deno/${os}-${cpu}/deno`);
export const bun = () => program(`@oven/bun-${os}-${cpu === "arm64" ? "aarch64" : cpu}/bin/bun`);
