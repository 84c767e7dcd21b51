/**
 * Resizes the window of a page, and waits until the page is drawn in it.
 *
 * @param {import("playwright-core").Page} page
 * @param {number} width
 * @param {number} height
 */
export async function resize(page, width, height) {
  await page.setViewportSize({ width, height });
  await page.waitForFunction((width) => innerWidth === width, width);
  await page.evaluate(async () => {
    // Virtual rows and charts follow the size of the window with the next frames.
    for (let frame = 0; frame < 3; frame++) await new Promise(requestAnimationFrame);
  });
}
