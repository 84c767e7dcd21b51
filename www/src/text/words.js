// Texts for the names of the core.

export const familyNames = { math: "Math", science: "Science" };

export const stratumNames = {
  add: "addition",
  sub: "subtraction",
  mul: "multiplication",
  chemistry: "chemistry",
  biology: "biology",
  physics: "physics",
  "earth-science": "earth science",
};

export const outcomeNames = {
  correct: "Correct",
  wrong: "Wrong",
  unparseable: "No answer found",
  empty: "Empty",
  timeout: "Timed out",
  missing: "Missing",
  skipped: "Not asked",
  "upstream-error": "Server error (5xx)",
  error: "Request failed",
};

export const readingNames = { literal: "First answer", committed: "Final answer" };

export const readingDescriptions = {
  literal: "The first number or letter of the reply (HCS-25)",
  committed: "The answer that the reply settles on",
};

export const complianceNames = {
  exact: "exactly the form that was asked for",
  dressed: "the answer, with other formatting around it",
  verbose: "the answer among other words",
  refused: "a refusal",
  none: "no answer",
};
/** The rules of the readings (`docs/grading.md`). */
export const ruleDescriptions = {
  "number.first": "the first number in the reply",
  "choice.first-capital": "the first capital letter that stands alone, or a reply of one letter",
  "choice.contains-option": "no letter, but the text of one option",
  "number.answer": "the number that the reply declares as its answer",
  "number.line": "the number that is the whole last line",
  "number.lead": "the number that the reply begins with",
  "number.only": "the only value in the reply",
  "number.result": "the result in the last sentence that has a number",
  "number.last": "the last number of the last sentence that has one",
  "choice.answer": "the option that the reply declares as its answer",
  "choice.chosen": "the option that the reply picks",
  "choice.lead": "the option that the reply begins with",
  "choice.right": "the last option that the reply calls correct",
  "choice.line": "the last line that begins with a letter",
  "choice.only": "the only letter written as a label",
  "choice.so": "the option that the last conclusion names",
  "choice.text": "the last option named",
  "none.empty": "the reply contains only white space",
  "none.no-token": "the reply contains nothing that could be an answer",
  "none.refusal": "the reply declines to answer",
  "none.hedge": "the reply gives several answers and does not decide",
  "none.uncommitted": "the reply commits to none of its candidates",
};
