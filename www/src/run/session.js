// One run under way: asks, keeps every line as it comes, and says how far it is.

import { commitment, evaluateAll, ready, scoresOf } from "proofmark";

import { alone, fileOf, keep, nextPiece, remove } from "../store/store.js";
import { questions, together } from "./plan.js";

/** @typedef {import("proofmark").SignalRecord} SignalRecord */
/** @typedef {import("proofmark").DrawnQuestion} DrawnQuestion */
/** @typedef {import("../store/store.js").Entry} Entry */
/** @typedef {import("./plan.js").Plan} Plan */
/** @typedef {import("./plan.js").Secrets} Secrets */

/** The cause behind which a browser hides that it is offline. */
const UNREACHABLE = "network.unreachable";
/** How many replies are at hand; all of them are kept. */
const SHOWN = 100;

/**
 * @typedef {object} Progress what is known of one subject
 * @property {string} subject
 * @property {number} done
 * @property {number} literal
 * @property {number} committed
 * @property {Record<string, number>} outcomes
 * @property {DrawnQuestion | undefined} asking
 * @property {boolean} closed
 */

/** @typedef {{ key: number, record: SignalRecord, question: DrawnQuestion | undefined }} Reply */

export class Session extends EventTarget {
  /** @param {Entry & { plan: Plan }} entry */
  constructor(entry) {
    super();
    this.entry = entry;
    /** @type {Map<string, Progress>} */
    this.subjects = new Map();
    /** The latest first. @type {Reply[]} */
    this.replies = [];
    /** @type {{ endpoint: string, code: string, message: string }[]} */
    this.refused = [];
    /** @type {"starting" | "running" | "stopped" | "done" | "failed"} */
    this.state = "starting";
    /** @type {unknown} */
    this.error = undefined;
    /** Whether this browser keeps it. */
    this.kept = true;
    /** Whether another page of this browser has the run under way. */
    this.elsewhere = false;
    this.controller = new AbortController();
    this.done = 0;
    /** How many of them were downloaded. */
    this.saved = 0;
    this.all = questions(entry.plan);
    /** What keeps lines in their order. @type {Promise<void>} */
    this.writing = Promise.resolve();
    /** The lines that are not kept yet. */
    this.unkept = "";
    /** The number of the next piece. */
    this.next = 0;
    /** Every line so far: a store that is full must not lose them. @type {string[]} */
    this.lines = [];
    /** @type {Secrets} */
    this.secrets = { headers: undefined, queries: {} };
    /** What came before, where the store has less. @type {Blob | undefined} */
    this.before = undefined;
  }

  /** The record file so far. */
  file() {
    return new Blob(this.lines, { type: "application/x-ndjson" });
  }

  /**
   * Asks until everything was asked, or until it is stopped. What an earlier part of the run has
   * kept is not asked again.
   *
   * @param {Secrets} secrets
   */
  async run(secrets) {
    this.secrets = secrets;
    /** @type {Session["state"]} */
    let end = "stopped";
    const held = await alone(this.entry.id, async () => {
      end = await this.ask(secrets);
    });
    this.elsewhere = !held;
    // Whoever goes on with it at once has to find it free.
    this.to(end);
  }

  /** @param {Secrets} secrets @returns {Promise<Session["state"]>} how it ended */
  async ask({ headers, queries }) {
    try {
      await ready();
      const earlier = await this.earlier();
      const { plan } = this.entry;
      this.to("running");
      const targets = plan.targets.flatMap((target) => {
        const seed = commitment(target.seed);
        // One seed may be that of several agents; an agent without a name is the only one.
        const before = earlier.find(
          (run) => run.seed === seed && run.subject === (target.subject ?? run.subject),
        );
        if (before?.closed) return [];
        const whole = together(target, queries);
        return [
          { ...whole, ...(headers && { headers }), ...(before && { resume: before.records }) },
        ];
      });
      const { concurrency, ...options } = plan.options;
      const events = evaluateAll(targets, {
        ...options,
        concurrency,
        publicOnly: false,
        allowPrivate: plan.fleet,
        signal: this.controller.signal,
      });
      for await (const event of events) this.take(event);
      await this.writing;
      const stopped = this.controller.signal.aborted;
      this.entry.complete = !stopped && this.refused.length === 0;
      // A run that could not ask anybody anything is none to go on with.
      if (this.done === 0 && this.refused.length > 0) await remove(this.entry.id);
      else await this.finish();
      return stopped ? "stopped" : "done";
    } catch (error) {
      this.error = error;
      // Before it ran, not all of what came before may have been read.
      if (this.state === "running") await this.finish();
      return "failed";
    }
  }

  stop() {
    this.controller.abort();
  }

  /** @param {import("proofmark").RunEvent} event */
  take(event) {
    switch (event.type) {
      case "run":
        this.of(event.subject);
        break;
      case "question":
        this.of(event.subject).asking = event.question;
        break;
      case "record":
        this.count(event.record);
        // What is left would only be found unreachable, and would count against whoever is asked.
        if (event.record.data.cause === UNREACHABLE && !navigator.onLine) this.stop();
        break;
      case "close":
        this.of(event.subject).closed = true;
        break;
      case "refused": {
        const { code, message } = event.error;
        const endpoint = event.target.endpoint ?? "";
        this.refused.push({ endpoint: endpoint.replace(/[?#].*/s, ""), code, message });
        break;
      }
    }
    if ("line" in event) this.write(`${event.line}\n`, event.type === "record" ? 1 : 0);
    this.changed();
  }

  /** @param {SignalRecord} record */
  count(record) {
    const progress = this.of(record.subject.id);
    const { data } = record;
    progress.done += 1;
    this.done += 1;
    progress.outcomes[data.outcome] = (progress.outcomes[data.outcome] ?? 0) + 1;
    const { literal, committed } = scoresOf(record);
    progress.literal += literal;
    progress.committed += committed;
    const question = progress.asking;
    this.replies = [{ key: this.done, record, question }, ...this.replies].slice(0, SHOWN);
    progress.asking = undefined;
  }

  /** @param {string} subject */
  of(subject) {
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
    };
    this.subjects.set(subject, fresh);
    return fresh;
  }

  /** What an earlier part of the run has kept, by run. */
  async earlier() {
    /** @type {{ runId: string, seed: string, subject: string, records: SignalRecord[], closed: boolean }[]} */
    const runs = [];
    const of = (/** @type {string} */ runId) => runs.find((run) => run.runId === runId);
    this.next = await nextPiece(this.entry.id).catch(() => 0);
    if (this.next === 0 && this.before === undefined) return runs;
    const file = await (this.before ?? (await fileOf(this.entry.id))).text();
    this.lines = [file];
    for (const line of file.split("\n")) {
      if (line === "") continue;
      const value = JSON.parse(line);
      if (value.type === "run") {
        const { runId, subject, terms } = value;
        runs.push({ runId, seed: terms.seed, subject, records: [], closed: false });
        this.of(subject);
      } else if (value.type === "close") {
        const run = of(value.runId);
        if (run === undefined) continue;
        run.closed = true;
        this.of(run.subject).closed = true;
      } else {
        of(value.data.runId)?.records.push(value);
        this.count(value);
      }
    }
    return runs;
  }

  /** @param {string} line @param {number} records how many it is */
  write(line, records) {
    this.lines.push(line);
    this.unkept += line;
    this.entry.records += records;
    this.entry.bytes += line.length;
    this.writing = this.writing.then(() => (this.unkept === "" ? undefined : this.keepRest()));
  }

  /**
   * Keeps the entry, and with it the lines that have come since the last time, as one piece: agents may
   * answer faster than a browser keeps. Behind a piece that could not be kept there are no others: what
   * is kept is always a beginning, which can be gone on with.
   */
  async keepRest() {
    const piece = this.unkept;
    this.unkept = "";
    this.entry.changed = Date.now();
    this.entry.progress = { done: this.done, all: this.all };
    if (!this.kept) return;
    const next = piece === "" ? { at: this.next } : { at: this.next++, piece };
    // What comes meanwhile is not in it.
    await keep(structuredClone(this.entry), next).catch(() => {
      this.kept = false;
    });
  }

  /** Keeps how it ended. Where a piece could not be kept, all of it is tried once more. */
  async finish() {
    await this.writing;
    await this.keepRest();
    if (this.kept) return;
    try {
      await keep(structuredClone(this.entry), { at: 0, piece: this.file() });
      this.next = 1;
      this.kept = true;
    } catch {
      // The page has it, and says that the browser has not.
    }
  }

  /** @param {Session["state"]} state */
  to(state) {
    this.state = state;
    this.changed();
  }

  changed() {
    this.dispatchEvent(new Event("change"));
  }
}
