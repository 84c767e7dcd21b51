// Handles Ctrl-C and similar signals: the first ends a command gently, the second immediately.

const NUMBERS = { SIGINT: 2, SIGTERM: 15, SIGHUP: 1 };

/** Creates the members of a command's context that handle signals. */
export function createInterrupt() {
  const controller = new AbortController();
  /** @type {number | null} */
  let code = null;
  let listening = false;
  return {
    interruptible() {
      if (listening) return controller.signal;
      listening = true;
      for (const [name, number] of Object.entries(NUMBERS)) {
        process.on(name, () => {
          if (code !== null) process.exit(code);
          code = 128 + number;
          controller.abort();
        });
      }
      return controller.signal;
    },
    interrupted: () => code,
  };
}
