import { defineConfig } from "vite";

// The page is served under a policy that allows nothing inline, so nothing is made inline.
export default defineConfig({
  base: "./",
  build: {
    target: "es2022",
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // The verifier that reports carry is one long text.
    chunkSizeWarningLimit: 2048,
  },
  worker: { format: "es" },
});
