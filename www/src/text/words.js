// What the names of the core are called on the page.

export const families = { math: "Math", science: "Science" };

export const strata = {
  add: "addition",
  sub: "subtraction",
  mul: "multiplication",
  chemistry: "chemistry",
  biology: "biology",
  physics: "physics",
  "earth-science": "earth science",
};

export const outcomes = {
  correct: "Correct",
  wrong: "Wrong",
  unparseable: "No answer in it",
  empty: "Empty",
  timeout: "Timed out",
  missing: "Not there",
  skipped: "Not asked",
  "upstream-error": "Agent's error",
  error: "Error",
};

export const readings = { literal: "Literal", committed: "Committed" };

export const compliances = {
  exact: "exactly the form that was asked for",
  dressed: "the answer, with other formatting around it",
  verbose: "the answer among other words",
  refused: "a refusal",
  none: "no answer",
};
/** Why a reading is what it is: `docs/grading.md`. */
export const rules = {
  "number.first": "the first number in the reply",
  "choice.first-capital": "the first capital letter that stands alone, or a reply of one letter",
  "choice.contains-option": "no letter, but the text of one option",
  "number.answer": "the number that the reply declares its answer",
  "number.line": "the number that is the whole last line",
  "number.lead": "the number that the reply begins with",
  "number.only": "the only value in the reply",
  "number.result": "the result in the last sentence that has a number",
  "number.last": "the last number of the last sentence that has one",
  "choice.answer": "the option that the reply declares its answer",
  "choice.chosen": "the option that the reply picks",
  "choice.lead": "the option that the reply begins with",
  "choice.right": "the last option that is called right",
  "choice.line": "the last line that begins with a letter",
  "choice.only": "the only letter written as a label",
  "choice.so": "the option that the last conclusion names",
  "choice.text": "the text of the only option named",
  "none.empty": "nothing but white space",
  "none.no-token": "nothing in it can be an answer",
  "none.refusal": "the reply declines to answer",
  "none.hedge": "several answers and no decision between them",
  "none.uncommitted": "there are candidates, but the reply commits to none",
};
