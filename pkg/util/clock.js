// The clock for the core.

/**
 * Creates a clock that reads the host's clock once, at `set`, and is monotonic from there. So
 * setting the host's clock affects neither deadlines nor latencies.
 */
export function createClock() {
  const read = () => Date.now() - performance.now();
  let began = read();
  return {
    set: () => void (began = read()),
    /** Returns whole milliseconds since 1970. */
    now: () => Math.floor(began + performance.now()),
  };
}

/** @typedef {ReturnType<typeof createClock>} Clock */
