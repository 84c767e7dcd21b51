// A time of the test's own in place of the machine's: it stands still while there is anything to do,
// and is then that of the next timer. What takes 25 ms takes exactly that, however busy the machine is.

/** So many turns in which nobody sets a timer or drops one say that nothing is left to do but wait. */
const TURNS = 20;

/**
 * Has timers and clocks of this process run by such a time; answers with what gives it back its own.
 * It is for what settles by itself: who waits for a file or a connection would find it late.
 */
export function ownTime() {
  const { setTimeout, clearTimeout } = globalThis;
  const [clock, date] = [performance.now, Date.now];
  let now = Math.ceil(clock.call(performance));
  const began = date() - now;
  /** @type {Map<object, { at: number, run: () => void }>} */
  const timers = new Map();
  let changes = 0;
  let goes = false;

  async function go() {
    goes = true;
    while (timers.size > 0) {
      for (let quiet = 0, seen = changes; quiet < TURNS; quiet++) {
        await new Promise((resolve) => setImmediate(resolve));
        if (seen !== changes) [quiet, seen] = [0, changes];
      }
      const [next] = [...timers].sort(([, one], [, other]) => one.at - other.at);
      if (next === undefined) break;
      timers.delete(next[0]);
      now = Math.max(now, next[1].at);
      next[1].run();
    }
    goes = false;
  }

  const own = {
    setTimeout: (
      /** @type {(...given: any[]) => void} */ run,
      ms = 0,
      /** @type {any[]} */ ...given
    ) => {
      const timer = {};
      timers.set(timer, { at: now + Math.max(1, ms), run: () => run(...given) });
      changes += 1;
      if (!goes) void go();
      return timer;
    },
    clearTimeout: (/** @type {any} */ timer) => void (timers.delete(timer) && (changes += 1)),
  };
  Object.assign(globalThis, own);
  performance.now = () => now;
  Date.now = () => began + now;
  return () => {
    Object.assign(globalThis, { setTimeout, clearTimeout });
    Object.assign(Date, { now: date });
    Object.assign(performance, { now: clock });
  };
}
