// A run in progress: asks the agents, stores every line as it arrives, and reports progress.

import { commitment, evaluateAll, ready, scoresOf, subjectOf } from "proofmark";

import { readFile, nextPiece, removeEntry, withLock, writeEntry } from "../store/store.js";
import { OPAQUE_CAUSES } from "./diagnose.js";
import { questionCount, joinSecrets } from "./plan.js";

/** @typedef {import("proofmark").SignalRecord} SignalRecord */
/** @typedef {import("proofmark").DrawnQuestion} DrawnQuestion */
/** @typedef {import("../store/store.js").Entry} Entry */
/** @typedef {import("./plan.js").Plan} Plan */
/** @typedef {import("./plan.js").Secrets} Secrets */

/** The number of replies in memory; all are stored. */
const MAX_REPLIES = 100;

/**
 * @typedef {object} Progress the progress of one subject
 * @property {string} subject
 * @property {number} done
 * @property {number} literal
 * @property {number} committed
 * @property {Record<string, number>} outcomes
 * @property {DrawnQuestion | undefined} asking
 * @property {boolean} closed
 * @property {{ name: string, endpoint: string | undefined } | undefined} cause The cause of the latest failure.
 */

/** An agent that could not be asked, and why. @typedef {{ target: import("./plan.js").PlanTarget | undefined, code: string, message: string }} Refused */
/** @typedef {{ key: number, record: SignalRecord, question: DrawnQuestion | undefined }} Reply */

export class Session extends EventTarget {
  /** @param {Entry & { plan: Plan }} entry */
  constructor(entry) {
    super();
    this.entry = entry;
    /** @type {Map<string, Progress>} */
    this.subjects = new Map();
    /** The replies, latest first. @type {Reply[]} */
    this.replies = [];
    /** The agents that could not be asked, by name. @type {Map<string, Refused>} */
    this.refused = new Map();
    /** The agent that the browser could no longer reach in the middle of the run. @type {import("./plan.js").PlanTarget | undefined} */
    this.lost = undefined;
    /** @type {"starting" | "running" | "stopped" | "done" | "failed"} */
    this.state = "starting";
    /** @type {unknown} */
    this.error = undefined;
    /** False if the run could not be stored. */
    this.stored = true;
    /** True if the run is in progress in another tab. */
    this.otherTab = false;
    this.controller = new AbortController();
    this.done = 0;
    /** The number of downloaded records. */
    this.saved = 0;
    this.all = questionCount(entry.plan);
    /** The pending writes, in order. @type {Promise<void>} */
    this.writing = Promise.resolve();
    /** The lines that have not been stored yet. */
    this.pending = "";
    /** The number of the next piece. */
    this.next = 0;
    /** Every line so far, in case storage is full. @type {string[]} */
    this.lines = [];
    /** @type {Secrets} */
    this.secrets = { headers: undefined, queries: {} };
    /** The earlier lines, if storage does not have them all. @type {Blob | undefined} */
    this.earlierFile = undefined;
  }

  /** The record file so far. */
  toFile() {
    return new Blob(this.lines, { type: "application/x-ndjson" });
  }

  /**
   * Asks all remaining questions, or until stopped.
   *
   * @param {Secrets} secrets
   */
  async runLocked(secrets) {
    this.secrets = secrets;
    /** @type {Session["state"]} */
    let end = "stopped";
    const locked = await withLock(this.entry.id, async () => {
      end = await this.askTargets(secrets);
    });
    this.otherTab = !locked;
    // The lock has been released, so that the run can be resumed at once.
    this.setState(end);
  }

  /** @param {Secrets} secrets @returns {Promise<Session["state"]>} the final state */
  async askTargets({ headers, queries }) {
    try {
      await ready();
      const earlier = await this.readEarlier();
      const { plan } = this.entry;
      this.setState("running");
      const targets = plan.targets.flatMap((target) => {
        const seed = commitment(target.seed);
        // Agents may share a seed. An unnamed agent is the only one of its run.
        const before = earlier.find(
          (run) => run.seed === seed && run.subject === (target.subject ?? run.subject),
        );
        if (before?.closed) return [];
        const whole = joinSecrets(target, queries);
        return [
          { ...whole, ...(headers && { headers }), ...(before && { resume: before.records }) },
        ];
      });
      const { concurrency, ...options } = plan.options;
      const events = evaluateAll(targets, {
        ...options,
        concurrency,
        // An agent that this browser cannot ask gets no score.
        firstContact: "configured",
        publicOnly: false,
        allowPrivate: plan.fleet,
        signal: this.controller.signal,
      });
      for await (const event of events) this.onEvent(event);
      await this.writing;
      const stopped = this.controller.signal.aborted;
      this.entry.complete = !stopped;
      // A run without any question cannot be resumed.
      if (this.done === 0 && this.refused.size > 0) await removeEntry(this.entry.id);
      else await this.storeFinalState();
      return stopped ? "stopped" : "done";
    } catch (error) {
      this.error = error;
      // Before that, earlier lines may not have been read completely.
      if (this.state === "running") await this.storeFinalState();
      return "failed";
    }
  }

  stopRun() {
    this.controller.abort();
  }

  /** @param {import("proofmark").RunEvent} event */
  onEvent(event) {
    switch (event.type) {
      case "run":
        this.subjectProgress(event.subject);
        break;
      case "question":
        this.subjectProgress(event.subject).asking = event.question;
        break;
      case "record":
        // A browser does not tell why: a record would blame the agent for a lost connection.
        if (OPAQUE_CAUSES.includes(event.record.data.cause ?? "")) {
          this.lost = this.findTarget(event.record.subject.id);
          this.stopRun();
          return this.notify();
        }
        this.countRecord(event.record);
        break;
      case "close":
        this.subjectProgress(event.subject).closed = true;
        break;
      case "refused": {
        const { code, message } = event.error;
        const { endpoint = "" } = event.target;
        const { subject = endpoint.replace(/[?#].*/s, "") } = event.target;
        const target = this.findTarget(subject);
        this.refused.set(target ? targetId(target) : subject, { target, code, message });
        break;
      }
    }
    if ("line" in event) this.appendLine(`${event.line}\n`, event.type === "record" ? 1 : 0);
    this.notify();
  }

  /** @param {SignalRecord} record */
  countRecord(record) {
    const progress = this.subjectProgress(record.subject.id);
    const { data } = record;
    progress.done += 1;
    this.done += 1;
    progress.outcomes[data.outcome] = (progress.outcomes[data.outcome] ?? 0) + 1;
    const { literal, committed } = scoresOf(record);
    progress.literal += literal;
    progress.committed += committed;
    if (data.cause !== undefined)
      progress.cause = { name: data.cause, endpoint: record.subject.endpoint };
    const question = progress.asking;
    this.replies = [{ key: this.done, record, question }, ...this.replies].slice(0, MAX_REPLIES);
    progress.asking = undefined;
  }

  /** @param {string} subject */
  subjectProgress(subject) {
    const known = this.subjects.get(subject);
    if (known !== undefined) return known;
    /** @type {Progress} */
    const fresh = {
      subject,
      done: 0,
      literal: 0,
      committed: 0,
      outcomes: {},
      asking: undefined,
      closed: false,
      cause: undefined,
    };
    this.subjects.set(subject, fresh);
    return fresh;
  }

  /** Finds an agent of the plan by its name. @param {string} subject */
  findTarget(subject) {
    const { targets } = this.entry.plan;
    return targets.length === 1
      ? targets[0]
      : targets.find((target) => (target.subject ?? targetId(target)) === subject);
  }

  /** Returns the stored records of an earlier part, by run. */
  async readEarlier() {
    /** @type {{ runId: string, seed: string, subject: string, records: SignalRecord[], closed: boolean }[]} */
    const runs = [];
    const of = (/** @type {string} */ runId) => runs.find((run) => run.runId === runId);
    this.next = await nextPiece(this.entry.id).catch(() => 0);
    if (this.next === 0 && this.earlierFile === undefined) return runs;
    const file = await (this.earlierFile ?? (await readFile(this.entry.id))).text();
    this.lines = [file];
    for (const line of file.split("\n")) {
      if (line === "") continue;
      const value = JSON.parse(line);
      if (value.type === "run") {
        const { runId, subject, terms } = value;
        runs.push({ runId, seed: terms.seed, subject, records: [], closed: false });
        this.subjectProgress(subject);
      } else if (value.type === "close") {
        const run = of(value.runId);
        if (run === undefined) continue;
        run.closed = true;
        this.subjectProgress(run.subject).closed = true;
      } else {
        of(value.data.runId)?.records.push(value);
        this.countRecord(value);
      }
    }
    return runs;
  }

  /** @param {string} line @param {number} records the number of records in it */
  appendLine(line, records) {
    this.lines.push(line);
    this.pending += line;
    this.entry.records += records;
    this.entry.bytes += line.length;
    delete this.entry.check;
    this.writing = this.writing.then(() => (this.pending === "" ? undefined : this.storeLines()));
  }

  /**
   * Stores the entry and the lines since the last write as one piece, because agents may answer
   * faster than a browser writes. Stores nothing after a failure, so that the stored part can
   * always be resumed.
   */
  async storeLines() {
    const piece = this.pending;
    this.pending = "";
    this.entry.changed = Date.now();
    this.entry.progress = { done: this.done, all: this.all };
    if (!this.stored) return;
    const next = piece === "" ? { at: this.next } : { at: this.next++, piece };
    // A copy, because the entry changes meanwhile.
    await writeEntry(structuredClone(this.entry), next).catch(() => {
      this.stored = false;
    });
  }

  /** Stores the final state. After a failure, tries to store the whole file once more. */
  async storeFinalState() {
    await this.writing;
    await this.storeLines();
    if (this.stored) return;
    try {
      await writeEntry(structuredClone(this.entry), { at: 0, piece: this.toFile() });
      this.next = 1;
      this.stored = true;
    } catch {
      // The page shows that the run is not stored.
    }
  }

  /** @param {Session["state"]} state */
  setState(state) {
    this.state = state;
    this.notify();
  }

  notify() {
    this.dispatchEvent(new Event("change"));
  }
}

/** Returns the id of a target. @param {import("./plan.js").PlanTarget} target */
function targetId({ seed: _, ...asked }) {
  return subjectOf(asked).id;
}
