// Where a command writes: a stream, what it can show, and whether anyone still reads it.

import { Breakdown, reason } from "./exit.js";
import { palette } from "./render/colour.js";
import { terminalSafe } from "./render/text.js";

/** Returns to the start of a terminal's line and clears it. */
const CLEAR = "\r\x1b[2K";

/** @typedef {ReturnType<typeof createOutput>} Output */

/**
 * @param {NodeJS.WriteStream | import("node:stream").Writable & { isTTY?: boolean, columns?: number }} stream
 * @param {NodeJS.ProcessEnv} env
 */
export function createOutput(stream, env) {
  const live = Boolean(stream.isTTY) && env.TERM !== "dumb";
  const colour = live && !env.NO_COLOR;
  // A chunk of bytes may end within a character.
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
    // A reader that goes away has what it wanted; anything else is worth a word.
    if (error.code !== "EPIPE") {
      failure = new Breakdown(
        "cli.output",
        `output: expected to be able to write, found ${reason(error)}`,
      );
    }
    gone = true;
    wake();
  });

  /** Resolves when more may be written. */
  async function taken() {
    if (gone || !stream.writableNeedDrain) return;
    await new Promise((/** @type {(value: void) => void} */ resolve) => waiting.push(resolve));
  }

  return {
    /** Whether lines can be rewritten. */
    live,
    palette: palette(colour),
    /** How many cells a line has. */
    get columns() {
      return Math.max(stream.columns || 80, 20);
    },
    /** Whether nobody reads any more; writing then does nothing. */
    get gone() {
      return gone;
    },
    /**
     * Writes, and resolves when more may be written. A terminal gets every control, bidirectional and
     * invisible character escaped, whichever command writes it.
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
    /** Writes what may be lost, such as a progress line. @param {string} text */
    tell(text) {
      if (!gone) put(text);
    },
    /** Replaces the line of a live terminal under the cursor. @param {string} text */
    rewrite(text) {
      if (!gone) stream.write(CLEAR + terminalSafe(text));
    },
    /** Resolves when everything has been handed on. */
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
