import { copyFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

import { nodeResolve } from "@rollup/plugin-node-resolve";
import { rollup } from "rollup";

const bundle = await rollup({ input: "main.js", plugins: [nodeResolve({ browser: true })] });
await bundle.write({ dir: "dist", format: "es" });
await bundle.close();
for (const name of ["core", "score", "suite", "verify"])
  copyFileSync(fileURLToPath(import.meta.resolve(`proofmark/${name}.wasm`)), `dist/${name}.wasm`);
