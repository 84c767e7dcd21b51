// Dispatches the events of a run to the record file, stdout, the counts and the progress line.

/** @typedef {ReturnType<typeof createSink>} Sink */

/**
 * @param {object} to
 * @param {import("./record-file.js").RecordFile | null} to.file
 * @param {import("./terminal.js").Output | null} to.lines
 * @param {import("./tally.js").Tally} to.tally
 * @param {ReturnType<typeof import("./render/run-progress.js").createRunProgress>} to.progress
 * @param {Awaited<ReturnType<typeof import("./sealing.js").createSealing>>} to.sealing
 * @param {boolean} to.committed Flushes a run's first line before its first question.
 */
export function createSink({ file, lines, tally, progress, sealing, committed }) {
  /** First lines of runs without records, by subject. @type {Map<string, string>} */
  const held = new Map();

  /** @param {string[]} batch */
  function put(batch) {
    file?.append(batch);
    return lines?.write(batch.map((line) => `${line}\n`).join(""));
  }

  return {
    /** Writes the last lines. @returns {Promise<void> | undefined} */
    end() {
      const lines = sealing.end();
      return lines.length > 0 ? put(lines) : undefined;
    },
    /** Reports whether output is neither read nor stored. */
    full: () => file === null && lines !== null && lines.gone,
    /**
     * Stores an event before returning. The promise waits for a slow reader.
     *
     * @param {import("../index.d.ts").RunEvent} event
     * @returns {Promise<void> | undefined}
     */
    take(event) {
      switch (event.type) {
        case "run":
          if (committed) {
            const written = put([event.line]);
            file?.flush();
            return written;
          }
          // Without a record the run's seed would be unknown, so write the line with the first
          // record.
          held.set(event.subject, event.line);
          return undefined;
        case "question":
          progress.asks(event.subject);
          return undefined;
        case "record": {
          const first = held.get(event.subject);
          held.delete(event.subject);
          tally.add(event.opened ?? event.record);
          progress.answered(event.subject);
          const kept = sealing.lines(event.line, event.openings);
          return put(first === undefined ? kept : [first, ...kept]);
        }
        case "close":
          tally.close(event.subject);
          return put([event.line]);
        case "checkpoint":
          return put([event.line]);
        case "refused":
          throw event.error;
      }
    },
  };
}
