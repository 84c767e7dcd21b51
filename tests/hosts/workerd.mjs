import { readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";

import { Miniflare } from "miniflare";

import { ROOT } from "../../scripts/lib.mjs";

const ENTRY = "tests/hosts/worker.js";
const IMPORT = /(?:^|\s)(?:import|export)\s[^;]*?["'](\.[^"']+)["']|import\(["'](\.[^"']+)["']\)/g;

/**
 * The entry and all that it imports, as workerd wants them: each module by its path.
 *
 * @param {string} path relative to the root
 * @param {Map<string, { type: "ESModule" | "CompiledWasm", path: string, contents: string | Uint8Array<ArrayBuffer> }>} found
 */
export function collect(path, found = new Map()) {
  if (found.has(path)) return found;
  const bytes = readFileSync(join(ROOT, path));
  if (path.endsWith(".wasm")) {
    return found.set(path, { type: "CompiledWasm", path, contents: new Uint8Array(bytes) });
  }
  const contents = bytes.toString();
  found.set(path, { type: "ESModule", path, contents });
  for (const [, statically, dynamically] of contents.matchAll(IMPORT)) {
    const name = statically ?? dynamically ?? "";
    if (!name.endsWith(".d.ts")) collect(relative(ROOT, join(ROOT, dirname(path), name)), found);
  }
  return found;
}

/**
 * @param {import("./suite.js").VectorFile[]} vectors
 * @returns {Promise<import("./suite.js").Report>}
 */
export async function runInWorkerd(vectors) {
  const worker = new Miniflare({
    modules: [...collect(ENTRY).values()],
    compatibilityDate: "2026-01-01",
    host: "127.0.0.1",
  });
  try {
    const answer = await worker.dispatchFetch("http://worker/", {
      method: "POST",
      body: JSON.stringify(vectors),
    });
    if (!answer.ok) throw new Error(await answer.text());
    return /** @type {import("./suite.js").Report} */ (await answer.json());
  } finally {
    await worker.dispose();
  }
}
