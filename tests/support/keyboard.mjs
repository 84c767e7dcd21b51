// Moves the focus of a page by keyboard.

import assert from "node:assert/strict";

/**
 * Presses `key` until the focused element fits, and asserts that its focus is visible.
 *
 * @param {import("playwright-core").Page} page
 * @param {(name: string) => boolean} fits receives the tag and the label or text, such as "BUTTON Start"
 * @param {"Tab" | "Shift+Tab"} [key]
 */
export async function tabTo(page, fits, key = "Tab") {
  const seen = [];
  for (let pressed = 0; pressed < 90; pressed++) {
    await page.keyboard.press(key);
    const { name, ring } = await page.evaluate(() => {
      const at = /** @type {HTMLElement} */ (document.activeElement);
      const labels = /** @type {HTMLInputElement} */ (at).labels;
      const shown =
        getComputedStyle(at).outlineStyle !== "none" ||
        at.closest("label")?.matches(":has(:focus-visible)");
      return {
        name: `${at.tagName} ${at.getAttribute("aria-label") ?? labels?.[0]?.textContent ?? at.textContent}`
          .replace(/\s+/g, " ")
          .trim(),
        ring: shown,
      };
    });
    seen.push(name);
    if (!fits(name)) continue;
    assert.ok(ring, `${name}: expected the focus to be seen`);
    return;
  }
  assert.fail(`not reached: ${seen.join(" → ")}`);
}
