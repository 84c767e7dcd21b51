// Dispatches the events of a run to the record file, stdout, the counts and the progress line.

import { isNoContact } from "./first-contact.js";

/** @typedef {ReturnType<typeof createSink>} Sink */
/** @typedef {import("../../index.d.ts").ProofmarkError} ProofmarkError */

/**
 * @param {object} to
 * @param {import("../io/record-file.js").RecordFile | null} to.file
 * @param {import("../terminal.js").Output | null} to.lines
 * @param {import("./tally.js").Tally} to.tally
 * @param {ReturnType<typeof import("../render/run-progress.js").createRunProgress>} to.progress
 * @param {import("./transcript.js").Transcript} to.transcript
 * @param {Awaited<ReturnType<typeof import("./sealing.js").createSealing>>} to.sealing
 * @param {boolean} to.committed Flushes a run's first line before its first question.
 * @param {ProofmarkError[] | null} to.unreached Collects the errors of agents that do not reply. Null throws them.
 */
export function createSink(to) {
  const { file, lines, tally, progress, transcript, sealing, committed, unreached } = to;
  /** First lines of runs without records, by subject. @type {Map<string, string>} */
  const firstLines = new Map();

  /** @param {string[]} batch */
  function write(batch) {
    file?.append(batch);
    return lines?.write(batch.map((line) => `${line}\n`).join(""));
  }

  return {
    /** Writes the last lines. @returns {Promise<void> | undefined} */
    end() {
      const lines = sealing.end();
      return lines.length > 0 ? write(lines) : undefined;
    },
    /** Reports whether output is neither read nor stored. */
    full: () => file === null && lines !== null && lines.gone,
    /**
     * Stores an event before returning. The promise waits for a slow reader.
     *
     * @param {import("../../index.d.ts").RunEvent} event
     * @returns {Promise<void> | undefined}
     */
    take(event) {
      switch (event.type) {
        case "run":
          if (committed) {
            const written = write([event.line]);
            file?.flush();
            return written;
          }
          // Without a record the run's seed would be unknown, so write the line with the first
          // record.
          firstLines.set(event.subject, event.line);
          return undefined;
        case "question":
          progress.asks(event.subject);
          transcript.asks(event.subject, event.question);
          return undefined;
        case "record": {
          const first = firstLines.get(event.subject);
          firstLines.delete(event.subject);
          const record = event.opened ?? event.record;
          tally.add(record);
          progress.answered(event.subject);
          const kept = sealing.lines(event.line, event.openings);
          const written = write(first === undefined ? kept : [first, ...kept]);
          if (transcript.prints) progress.clear();
          return transcript.answered(event.subject, record) ?? written;
        }
        case "close":
          tally.close(event.subject);
          return write([event.line]);
        case "checkpoint":
          return write([event.line]);
        case "refused":
          if (unreached === null || !isNoContact(event.error)) throw event.error;
          unreached.push(event.error);
          return undefined;
      }
    },
  };
}
