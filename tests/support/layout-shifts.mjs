// The layout shifts of a page.

/** @typedef {import("playwright-core").Page} Page */

/** Has the page sum up its layout shifts from its beginning. @param {Page} page */
export const watchShifts = (page) =>
  page.addInitScript(() => {
    const seen = /** @type {any} */ (globalThis);
    seen.shifts = [];
    seen.shifted = 0;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        const { value, sources } = /** @type {any} */ (entry);
        seen.shifted += value;
        const moved = sources.map(
          (/** @type {any} */ { node, previousRect: a, currentRect: b }) =>
            `${node?.nodeName} ${[a.x, a.y, a.width, a.height]} to ${[b.x, b.y, b.width, b.height]}`,
        );
        seen.shifts.push(`${value}: ${moved.join("; ")}`);
      }
    }).observe({ type: "layout-shift", buffered: true });
  });

/** The layout shifts so far, and what moved. @param {Page} page @returns {Promise<string[]>} */
export const shifts = async (page) => {
  await page.evaluate(
    () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
  );
  await page.waitForTimeout(100);
  return page.evaluate(() => /** @type {any} */ (globalThis).shifts);
};

/** Returns the sum of the layout shifts so far. @param {Page} page @returns {Promise<number>} */
export const shifted = async (page) => {
  const moved = await shifts(page);
  const sum = await page.evaluate(() => /** @type {any} */ (globalThis).shifted);
  console.log(`layout shift: ${sum.toFixed(4)}; ${moved.join("; ")}`);
  return sum;
};
