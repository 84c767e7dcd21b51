import { build } from "esbuild";

await build({
  entryPoints: ["main.js"],
  bundle: true,
  format: "esm",
  loader: { ".wasm": "binary" },
  outfile: "dist/main.js",
});
