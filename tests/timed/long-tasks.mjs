// The tasks of a page's main thread that take long, out of a trace of the browser.

import assert from "node:assert/strict";

/**
 * The longest that the page may be busy at a stretch, in milliseconds, as of W3C Long Tasks; but of
 * processor time, as a page has no say in what else a machine does.
 */
export const LONGEST = 50;

/**
 * Notes every task of the page's main thread from now on; what is answered tells of those above 50 ms,
 * in milliseconds. The page marks the beginning and the end itself, so that its own thread is known
 * among those of pages that were closed, and no task is counted that the trace has not seen to its end.
 *
 * @param {import("playwright-core").Page} page
 */
export async function watch(page) {
  const browser = /** @type {import("playwright-core").Browser} */ (page.context().browser());
  const mark = (/** @type {string} */ name) =>
    page.evaluate((name) => void performance.mark(name), name);
  await browser.startTracing(page, { categories: ["toplevel", "blink.user_timing"] });
  await mark("watch-begins");
  return async () => {
    await mark("watch-ends");
    /** @type {{ traceEvents: any[] }} */
    const { traceEvents } = JSON.parse(String(await browser.stopTracing()));
    const begins = traceEvents.find(({ name }) => name === "watch-begins");
    const ends = traceEvents.find(({ name }) => name === "watch-ends");
    const tasks = traceEvents.filter(
      ({ name, pid, tid, ts, dur }) =>
        name === "ThreadControllerImpl::RunTask" &&
        pid === begins.pid &&
        tid === begins.tid &&
        ts >= begins.ts &&
        ts + dur <= ends.ts,
    );
    // A trace may leave out the processor's time of a task; it is no more than the clock's.
    const times = tasks
      .map(({ tdur, dur }) => (tdur ?? dur) / 1000)
      .sort((one, other) => other - one);
    assert.ok(times.length > 0 && times.every((time) => time >= 0), "the times of tasks are known");
    console.log(`${times.length} tasks of the main thread; the longest: ${times.slice(0, 3)} ms`);
    return times.filter((time) => time > LONGEST);
  };
}
