// The completeness of runs, from docs/record.md. Part of the second verifier.

import { at } from "./json.mjs";
import { questionsOf } from "./shape.mjs";

const FAMILIES = ["math", "science"];

/** The runs of a file so far. */
export class Runs {
  constructor({ subject }) {
    [this.asked, this.runs] = [subject, new Map()];
    // Complete runs, their questions, and the records of these.
    [this.closed, this.of, this.questions, this.othersIncomplete] = [0, 0, 0, false];
  }

  /** Reports whether runs about this subject count. */
  isAbout(subject) {
    return this.asked === undefined || subject === this.asked;
  }

  /** Begins a run; returns a code if it has begun before. */
  begin(line, { m }) {
    const [id, terms, about] = [m.get("runId"), m.get("terms"), this.isAbout(m.get("subject"))];
    if (this.runs.has(id)) return "run.duplicate";
    const family = (name) => ({
      count: at(terms, `/counts/${name}`) ?? 0,
      next: 0,
      seen: new Set(),
      /** The line on which each index was passed over. */
      missed: new Map(),
    });
    const families = Object.fromEntries(FAMILIES.map((name) => [name, family(name)]));
    this.runs.set(id, { about, families, records: 0, closed: false });
    if (about) this.of += questionsOf(terms);
  }

  /** Takes a record of a family; returns a code if this is not its place. */
  record(line, name, record) {
    const run = this.runs.get(at(record, "/data/runId"));
    if (run === undefined || run.closed) return "run.unknown";
    run.records += 1;
    const [family, index] = [run.families[name], at(record, "/data/draw/index")];
    if (family.seen.has(index)) return "run.duplicate-record";
    if (run.about) this.questions += 1;
    family.seen.add(index);
    if (family.missed.delete(index)) return "run.out-of-order";
    for (let place = family.next; place < index; place += 1) family.missed.set(place, line);
    family.next = index + 1;
  }

  /** Closes a run; returns `[line, code]` of what is wrong with all of it. */
  close(line, id, records) {
    const run = this.runs.get(id);
    if (run === undefined || run.closed) return [[line, "run.unknown"]];
    run.closed = true;
    const faults = FAMILIES.flatMap((name) => missing(run.families[name], line));
    if (run.records !== records) faults.push([line, "run.count"]);
    if (!run.about) {
      this.othersIncomplete ||= faults.length > 0;
      return [];
    }
    if (faults.length === 0) this.closed += 1;
    return faults;
  }

  /** Ends the file; returns how many runs are still open. */
  finish() {
    const open = [...this.runs.values()].filter((run) => !run.closed);
    this.othersIncomplete ||= open.some((run) => !run.about);
    return open.filter((run) => run.about).length;
  }
}

/** Returns one failure for each row of indices that were missed on one line. */
function missing({ count, next, missed }, end) {
  for (let place = next; place < count; place += 1) missed.set(place, end);
  const rows = [...missed].sort(([a], [b]) => a - b);
  const begins = ([place, line], at) =>
    rows[at - 1]?.[0] !== place - 1 || rows[at - 1]?.[1] !== line;
  return rows.filter(begins).map(([, line]) => [line, "run.missing-record"]);
}
