// Wraps an output stream: terminal features, escaping, and whether anyone still reads it.

import { ExecutionError, describeSystemError } from "./exit.js";
import { palette } from "./render/colour.js";
import { terminalSafe } from "./render/text.js";

/** Moves the cursor to the start of the line and clears it. */
const CLEAR = "\r\x1b[2K";

/** @typedef {ReturnType<typeof createOutput>} Output */

/**
 * @param {NodeJS.WriteStream | import("node:stream").Writable & { isTTY?: boolean, columns?: number }} stream
 * @param {NodeJS.ProcessEnv} env
 */
export function createOutput(stream, env) {
  const live = Boolean(stream.isTTY) && env.TERM !== "dumb";
  const colour = live && !env.NO_COLOR;
  // A chunk may end within a character.
  const decoder = new TextDecoder("utf-8", { ignoreBOM: true });
  const put = (/** @type {string | Uint8Array} */ data) => {
    if (!stream.isTTY) return stream.write(data);
    const text = typeof data === "string" ? data : decoder.decode(data, { stream: true });
    return stream.write(terminalSafe(text));
  };
  let gone = false;
  /** @type {Error | undefined} */
  let failure;
  /** @type {(() => void)[]} */
  let waiting = [];
  const wake = () => {
    const ready = waiting;
    waiting = [];
    for (const resolve of ready) resolve();
  };
  stream.on("drain", wake);
  stream.on("error", (/** @type {NodeJS.ErrnoException} */ error) => {
    // A closed pipe is normal: the reader has seen enough.
    if (error.code !== "EPIPE") {
      failure = new ExecutionError(
        "cli.output",
        `output: cannot write: ${describeSystemError(error)}`,
      );
    }
    gone = true;
    wake();
  });

  /** Resolves when more can be written. */
  async function taken() {
    if (gone || !stream.writableNeedDrain) return;
    await new Promise((/** @type {(value: void) => void} */ resolve) => waiting.push(resolve));
  }

  return {
    /** True if lines can be rewritten. */
    live,
    palette: palette(colour),
    /** The width of prose in cells. */
    get columns() {
      return Math.max(stream.columns || 80, 20);
    },
    /** True if names must not be shortened: no terminal limits the width. */
    uncut: !stream.columns && !stream.isTTY,
    /** True if the reader is gone; writing then does nothing. */
    get gone() {
      return gone;
    },
    /**
     * Writes, and resolves when more can be written. On a terminal, escapes control, bidirectional
     * and invisible characters.
     *
     * @param {string | Uint8Array} data
     * @returns {Promise<void>}
     */
    async write(data) {
      if (failure) throw failure;
      if (!gone) put(data);
      await taken();
    },
    taken,
    /**
     * Writes the result of a command: `value` as JSON, or the lines of `pretty`.
     *
     * @param {string} format
     * @param {unknown} value
     * @param {() => string[]} pretty
     */
    print(format, value, pretty) {
      return this.write(`${format === "json" ? JSON.stringify(value) : pretty().join("\n")}\n`);
    },
    /** Writes unimportant text, such as a progress line. @param {string} text */
    tell(text) {
      if (!gone) put(text);
    },
    /** Rewrites the current line of a live terminal. @param {string} text */
    rewrite(text) {
      if (!gone) stream.write(CLEAR + terminalSafe(text));
    },
    /** Resolves when everything has been written. */
    async flush() {
      if (!gone) {
        await new Promise((/** @type {(value: void) => void} */ resolve) => {
          waiting.push(resolve);
          stream.write("", () => resolve());
        });
      }
      if (failure) throw failure;
    },
  };
}
