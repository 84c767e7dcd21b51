// Runs axe on a page at every width and in every theme.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";

import { ROOT } from "../../scripts/lib.mjs";
import { resize } from "./resize.mjs";

/** @typedef {import("playwright-core").Page} Page */

const AXE = readFileSync(
  createRequire(join(ROOT, "badge/package.json")).resolve("axe-core/axe.min.js"),
  "utf8",
);
const WIDTHS = [360, 1440];
/** The rules to check in each theme: a theme changes nothing but colours. */
const THEMES = /** @type {const} */ ({
  light: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"],
  dark: { type: "rule", values: ["color-contrast"] },
});

/**
 * Asserts that axe finds nothing on the page at any width, in any theme, and that nothing is wider
 * than the window. Leaves the page at its own width, in the light theme.
 *
 * @param {Page} page without transitions
 * @param {string} where
 */
export async function assertAccessible(page, where) {
  const own = page.viewportSize();
  // The debugging protocol is not subject to the policy of the page.
  if (!(await page.evaluate("'axe' in globalThis"))) await page.evaluate(AXE);
  for (const width of WIDTHS) {
    await resize(page, width, 900);
    for (const colorScheme of /** @type {(keyof typeof THEMES)[]} */ (Object.keys(THEMES))) {
      await page.emulateMedia({ colorScheme });
      const [wide, violations] = await page.evaluate(inspect, THEMES[colorScheme]);
      const look = `${where}, ${colorScheme}, ${width} px`;
      assert.deepEqual(violations, [], look);
      assert.ok(wide <= width, `${look}: ${wide} px wide`);
    }
  }
  await page.emulateMedia({ colorScheme: "light" });
  if (own !== null) await page.setViewportSize(own);
}

/** On the page: returns the width of the content and the violations. @param {unknown} runOnly @returns {Promise<[number, string[]]>} */
async function inspect(runOnly) {
  const { violations } = await /** @type {any} */ (globalThis).axe.run(document, {
    runOnly,
    resultTypes: ["violations"],
  });
  return [
    document.documentElement.scrollWidth,
    violations.flatMap((/** @type {any} */ { id, nodes }) =>
      nodes.map(
        (/** @type {any} */ { html, failureSummary }) =>
          `${id}: ${html.slice(0, 160)} ${failureSummary}`,
      ),
    ),
  ];
}
