// The report of a file, from docs/record.md. Part of the second verifier.

import { at, isObj } from "./json.mjs";
import { fail, skip } from "./proofs.mjs";
import { planId, questionsOf } from "./shape.mjs";

export const STEPS = ["schema", "signature", "inclusion", "draw", "bank", "grade", "policy"];
const REQUIRED = ["schema", "draw", "grade"];

/** The findings so far. */
export class Report {
  constructor(asked) {
    Object.assign(this, { asked, lines: 0, read: 0, records: [], failures: [], plans: new Map() });
  }

  fail(line, step, code) {
    this.failures.push(`${line} ${step} ${code}`);
  }

  /** Takes a line that counts as a record and is none. */
  noRecord(number, code) {
    const answers = STEPS.map((step) => [step, skip("the line is no record")]);
    this.records.push({ answers: { ...Object.fromEntries(answers), schema: fail(code) } });
    this.fail(number, "schema", code);
  }

  record(seen) {
    this.read += 1;
    this.records.push(seen);
    for (const step of STEPS) this.answer(seen, step, seen.answers[step]);
    const terms = at(seen.record, "/data/terms");
    if (this.asked.index !== undefined) this.plan(terms, at(seen.record, "/data/draw/entropy"));
  }

  answer(seen, step, answer) {
    seen.answers[step] = answer;
    if (answer.code) this.fail(seen.number, step, answer.code);
  }

  /** Counts a run of these terms. */
  plan(terms, value) {
    const id = planId(terms);
    const key = `${id}${value}`;
    const source = at(terms, "/entropySource");
    const bank = at(terms, "/bank");
    const used = this.plans.get(key) ?? {
      id,
      counts: Object.fromEntries(at(terms, "/counts").m),
      runs: 0,
      ...(bank !== undefined && { bank: Object.fromEntries(bank.m) }),
      ...(source !== undefined && { entropy: { value, source } }),
      questions: questionsOf(terms),
    };
    used.runs += 1;
    this.plans.set(key, used);
  }

  finish(runs, logs) {
    const { asked, records, failures } = this;
    const steps = Object.fromEntries(STEPS.map((step) => [step, tally(records, step)]));
    const whole = asked.index === undefined;
    const needed = (names) => names.every((step) => steps[step].pass === records.length);
    const required = asked.require ?? REQUIRED;
    return {
      verdict: this.verdict(needed([...REQUIRED, ...required]), this.shown(runs, logs)),
      passed: failures.length === 0 && needed(required),
      signers: this.signers(),
      unsigned: records.length - steps.signature.pass,
      subjects: counted(
        records.filter(({ record }) => record).map(({ record }) => at(record, "/subject/id")),
      ),
      plans: [...this.plans.values()].map(({ questions, ...plan }) => plan),
      lines: this.lines,
      records: records.length,
      runs: whole ? runs.closed : 0,
      shown: this.shown(runs, logs),
      steps,
      failures: failures.sort(),
      outcomes: counted(
        records.filter(({ record }) => record).map(({ record }) => at(record, "/data/outcome")),
      ),
      scores: scores(records.filter(({ opened }) => opened)),
    };
  }

  verdict(isDone, { extent, questions, of }) {
    if (this.read === 0) return "not-checked";
    if (this.failures.length > 0) return "failed";
    if (!isDone) return "not-checked";
    if (extent === "record" && questions < of) return "partial";
    return this.asked.trust && this.asked.subject !== undefined ? "verified" : "intact";
  }

  shown(runs, logs) {
    const unseen = logs.unseen();
    if (this.asked.index !== undefined) {
      const [plan] = this.plans.values();
      const of = plan?.questions ?? 0;
      return { extent: "record", questions: Math.min(this.records.length, of), of, unseen };
    }
    const holds = this.failures.length === 0 && this.records.length > 0;
    const all = !runs.othersIncomplete && logs.isWhole();
    const extent = !holds ? "part" : all ? "log" : "runs";
    return { extent, questions: runs.questions, of: runs.of, unseen };
  }

  signers() {
    const signed = this.records.filter(({ answers }) => answers.signature.pass);
    return counted(signed.map(({ evaluator }) => evaluator));
  }
}

function tally(records, step) {
  const counts = { pass: 0, fail: 0, notChecked: {} };
  for (const { answers } of records) {
    const { pass, code, reason } = answers[step];
    if (pass) counts.pass += 1;
    else if (code) counts.fail += 1;
    else counts.notChecked[reason] = (counts.notChecked[reason] ?? 0) + 1;
  }
  return counts;
}

function counted(names) {
  const counts = {};
  for (const name of names) counts[name] = (counts[name] ?? 0) + 1;
  return counts;
}

/** Counts right answers. Where one is withheld, the outcome counts. */
function scores(records) {
  const right = (record, name) => {
    const [answer, expected] = [at(record, `/data/${name}/answer`), at(record, "/data/expected")];
    if (answer === undefined || answer === null) return false;
    const hidden = isObj(answer) || isObj(expected);
    return hidden ? at(record, "/data/outcome") === "correct" : answer === expected;
  };
  const count = (holds) => records.filter(({ opened }) => holds(opened)).length;
  return {
    scored: count((record) => at(record, "/data/score") !== null),
    correct: count((record) => at(record, "/data/outcome") === "correct"),
    literal: count((record) => right(record, "literal")),
    committed: count((record) => right(record, "committed")),
  };
}
