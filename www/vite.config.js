import { defineConfig } from "vite";

import { run } from "./src/text/run.js";

/** Writes the introduction into the page, which shows it before any script has run. @type {import("vite").Plugin} */
const introduction = {
  name: "introduction",
  transformIndexHtml: (html) => html.replace("%lede%", run.lede),
};

/**
 * Preloads the view that a visitor sees first, and the lists that it waits for, beside the script
 * that asks for them.
 *
 * @type {import("vite").Plugin}
 */
const preloadFirstView = {
  name: "preload-first-view",
  transformIndexHtml: {
    order: "post",
    handler(_, { bundle = {} }) {
      const chunks = Object.values(bundle).filter((file) => file.type === "chunk");
      const view = chunks.find(({ facadeModuleId }) => facadeModuleId?.endsWith("/run/view.js"));
      const names = new Set([view?.fileName, ...(view?.imports ?? [])]);
      const scripts = chunks.filter(({ fileName, isEntry }) => names.has(fileName) && !isEntry);
      const styles = scripts.flatMap(({ viteMetadata }) => [...(viteMetadata?.importedCss ?? [])]);
      return [
        ...scripts.map(({ fileName }) => ({ rel: "modulepreload", href: `./${fileName}` })),
        ...styles.map((name) => ({ rel: "preload", as: "style", href: `./${name}` })),
        { rel: "preload", as: "fetch", href: "./agents.json", crossorigin: "" },
        { rel: "preload", as: "fetch", href: "./fleet.json", crossorigin: "" },
      ].map((attrs) => ({ tag: "link", attrs, injectTo: "head" }));
    },
  },
};

// The page is served under a policy that allows nothing inline, so nothing is made inline.
export default defineConfig({
  base: "./",
  plugins: [introduction, preloadFirstView],
  build: {
    target: "es2022",
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // The verifier that reports carry is one long text.
    chunkSizeWarningLimit: 2048,
  },
  worker: { format: "es" },
});
