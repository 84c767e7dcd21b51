// Delays the check of a badge until it comes near the visible part of the page.

/** The distance at which a check starts, so that most verdicts are there on arrival. */
const rootMargin = "300px";

/**
 * Resolves when an element comes near the visible part of the page, or on abort.
 *
 * @param {Element} element
 * @param {AbortSignal} signal
 * @returns {Promise<void>}
 */
export async function waitUntilVisible(element, signal) {
  if (typeof IntersectionObserver !== "function") return;
  /** @type {IntersectionObserver | undefined} */
  let observer;
  await new Promise((/** @type {(value: void) => void} */ resolve) => {
    observer = new IntersectionObserver(
      (entries) => entries.some(({ isIntersecting }) => isIntersecting) && resolve(),
      { rootMargin },
    );
    observer.observe(element);
    signal.addEventListener("abort", () => resolve());
  });
  observer?.disconnect();
}
