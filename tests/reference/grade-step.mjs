// The grade of a record, recomputed from its reply and question by the reference readings.

import { choice, literalChoice, literalNumber, number } from "./grading.mjs";

/** The forms that the wordings of a question ask for, by variant: text before and after the answer. */
const FORMS = {
  math: ["|", "|", "[|]", "(|)", "|.", '"|"', "= |", "{|}"],
  choice: ["|", "|", "|.", "(|)", "[|]", '"|"', "Option |", "{|}"],
};

/**
 * Grades `response` to a question: `{ kind: "math", given, variant }` or
 * `{ kind: "choice", options, variant }`. Without a variant, the answer alone is the form.
 */
export function grade(response, { kind, given, options, variant = 0 }) {
  const literal = kind === "math" ? literalNumber(response) : literalChoice(response, options);
  const committed = kind === "math" ? number(response, given) : choice(response, options);
  const form = FORMS[kind][variant].split("|");
  return { literal, committed, compliance: compliance(response, committed, form, kind) };
}

function compliance(response, { answer, span, rule }, [before, after], kind) {
  if (answer === null) return rule === "none.refusal" ? "refused" : "none";
  const bytes = Buffer.from(response);
  const [head, written, tail] = [
    bytes.subarray(0, span[0]),
    bytes.subarray(...span),
    bytes.subarray(span[1]),
  ].map(String);
  if (kind === "choice" && written.length > 1) return "verbose";
  const plain = kind === "math" || written === answer;
  if (plain && trimStart(head) === before && trimEnd(tail) === after) return "exact";
  return isFormatting(head) && isFormatting(tail) ? "dressed" : "verbose";
}

const trimStart = (text) => text.replace(/^\p{White_Space}+/u, "");
const trimEnd = (text) => text.replace(/\p{White_Space}+$/u, "");
/** Reports whether a text has no letter or digit outside names of LaTeX commands. */
const isFormatting = (text) => !/[\p{Alphabetic}\p{N}]/u.test(text.replace(/\\[A-Za-z]+/g, ""));

/** Returns the outcome of a reading, for a question with the answer `expected`. */
export function outcomeOf({ answer, rule }, expected) {
  if (answer === null) return rule === "none.empty" ? "empty" : "unparseable";
  return answer === expected ? "correct" : "wrong";
}

/**
 * Checks the readings, compliance and outcome of a parsed record against `question`, as `grade`
 * takes it, with the right answer as `expected`. Returns the code of the first difference, or
 * undefined. Withheld values, which are objects, are not compared.
 */
export function checkGrade(record, question) {
  const data = record.m.get("data").m;
  const graded = grade(data.get("response"), question);
  for (const name of ["literal", "committed"]) {
    const reading = data.get(name).m;
    const { answer, span, rule } = graded[name];
    const differs = (value, own) => !value?.m && JSON.stringify(value) !== JSON.stringify(own);
    if (reading.get("rule") !== rule) return "grade.reading";
    if (differs(reading.get("answer"), answer)) return "grade.reading";
    if (differs(reading.get("span"), span)) return "grade.reading";
  }
  if (data.get("compliance") !== graded.compliance) return "grade.compliance";
  const outcome = outcomeOf(graded[data.get("terms").m.get("policy")], question.expected);
  return outcome === data.get("outcome") ? undefined : "grade.outcome";
}
