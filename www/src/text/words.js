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
  "choice.first-capital": "the first capital letter that stands alone",
  "choice.contains-option": "no letter, but the text of an option",
  "number.answer": "the number that the reply calls its answer",
  "number.only": "the only number of the reply, or its only value",
  "number.lead": "the number that the reply begins with",
  "number.emphasis": "the only number in bold",
  "number.result": "the result that the last sentence works out",
  "number.last": "the last number of the last sentence that has one",
  "choice.answer": "the letter that the reply calls its answer",
  "choice.lead": "the letter that the reply begins with",
  "choice.marked": "the one option that is marked as right",
  "choice.line": "the letter on a line of its own",
  "choice.only": "the only letter written as a label",
  "choice.option-text": "the text of exactly one option",
  "choice.near-text": "the words of exactly one option",
  "none.empty": "nothing but white space",
  "none.no-token": "nothing in it can be an answer",
  "none.refusal": "the reply declines to answer",
  "none.hedge": "two answers at once",
  "none.uncommitted": "there are candidates, but the reply commits to none",
};
