// The time as the core is told it.

/**
 * The host's clock as it stood when this one was `set`, and from there what has passed: one that is
 * set right meanwhile makes no reply late, and no latency another.
 */
export function createClock() {
  const read = () => Date.now() - performance.now();
  let began = read();
  return {
    set: () => void (began = read()),
    /** Whole milliseconds since 1970. */
    now: () => Math.floor(began + performance.now()),
  };
}

/** @typedef {ReturnType<typeof createClock>} Clock */
