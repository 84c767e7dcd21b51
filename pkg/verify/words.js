// English texts for verification reports, shared by the command line, the badge and the dashboard.

/** @typedef {import("../index.d.ts").Conclusion} Conclusion */
/** @typedef {import("../index.d.ts").Step} Step */

/** The verdicts. @type {Record<Conclusion, string>} */
export const verdicts = {
  verified: "Verified",
  intact: "Intact",
  partial: "Partial",
  failed: "Failed",
  "not-checked": "Not checked",
};

/** The steps: what each establishes if it passes. @type {Record<Step, string>} */
export const steps = {
  schema: "It has the form of a record",
  signature: "The signer's key covers it",
  inclusion: "It is in a signed log",
  draw: "The seed draws this question",
  bank: "The named bank has this question",
  grade: "The reply gives this score",
  policy: "Signer, agent and age fit",
};

/** Reasons why a step was not checked, by the text in the report. @type {Record<string, string>} */
export const reasons = {
  "the line is no record": "The line is not a record.",
  "no signature covers the record": "The record is unsigned. Anyone could have made it.",
  "no checkpoint covers the record":
    "No signed log contains the record, so others could have been removed.",
  "the method is not one that this version can check":
    "The record was made with a method that this version does not support.",
  "the bank is not at hand":
    "The question is from a private bank. Add the bank, its manifest or a reveal.",
  "the item of the bank is not at hand":
    "A manifest does not contain the question. Add the bank or a reveal to grade the reply again.",
  "the reply is withheld": "The reply is withheld. Add its opening to grade it again.",
  "a part of a reading is withheld":
    "A part of the reading is withheld. Add its opening to compare it.",
  "the right answer is withheld": "The right answer is withheld. Add its opening to compare it.",
  "the order of the options is withheld":
    "The order of the options is withheld. Add its opening to compare it.",
  "the seed is withheld": "The seed is withheld. Without it the question cannot be drawn again.",
  "nothing was asked about signer, subject, commitment or age":
    "No trusted signer, agent, plan or age was given.",
  "the step was left out": "The step was skipped.",
};

/** Facts that no file can prove. */
export const proofLimits = [
  "That the endpoint really sent these replies, or when.",
  "Who owns the endpoint.",
  "Whether other runs were made and not published.",
];

/** The limit that HCS-25 sets to the use of scores. */
export const scoreCaveat = "A score alone is no ground for excluding an agent (HCS‑25).";

/**
 * Describes a report in one sentence: signer, agent, share of right answers, and what is missing.
 *
 * @param {import("../index.d.ts").VerifyReport} report
 * @param {(text: string) => string} safe makes untrusted text safe for the output
 */
export function summary(report, safe) {
  const { verdict, why, failed, failures, records } = report;
  const [first] = failures;
  if (records === 0) return "It contains no record.";
  if (verdict === "not-checked") return `${safe(toSentence(why ?? ""))}.`;
  if (verdict === "failed" && first !== undefined) {
    const where = first.line === 0 ? "" : ` on line ${first.line}`;
    const rest = failed === 1 ? "" : `, and ${groupThousands(failed - 1)} more`;
    const broken = report.steps.some(({ step, fail }) => step === "signature" && fail > 0);
    const changed = broken ? " The records were changed after they were signed." : "";
    const several =
      first.code === "policy.subject" && report.subjects.length > 1
        ? ` The file has ${groupThousands(report.subjects.length)} agents; require none to verify all of them.`
        : "";
    return `${groupThousands(failed)} ${failed === 1 ? "problem" : "problems"}: ${safe(first.message)}${where} (${first.code})${rest}.${changed}${several}`;
  }
  return `${signatureText(report, safe)}, about ${subjectText(report, safe)}: ${correctShareText(report)}. ${missingText(report)}`;
}

/** @param {import("../index.d.ts").VerifyReport} report @param {(text: string) => string} safe */
function signatureText({ signers, unsigned }, safe) {
  const [first] = signers;
  if (first === undefined) return "Unsigned";
  const others = signers.length === 1 ? "" : ` and ${groupThousands(signers.length - 1)} more`;
  return `${unsigned === 0 ? "Signed" : "Partly signed"} by ${safe(first.name ?? first.did)}${others}`;
}

/** @param {import("../index.d.ts").VerifyReport} report @param {(text: string) => string} safe */
const subjectText = ({ subjects }, safe) =>
  subjects.length === 1 ? safe(subjects[0]?.id ?? "") : `${groupThousands(subjects.length)} agents`;

/** @param {import("../index.d.ts").VerifyReport} report */
function correctShareText({ scores: { scored, literal, committed, correct } }) {
  if (scored === 0) return "no score";
  const all = groupThousands(scored);
  return literal === committed
    ? `${groupThousands(correct)} of ${all} right`
    : `${groupThousands(literal)} of ${all} right by the first answer, ${groupThousands(committed)} by the final answer`;
}

/** @param {import("../index.d.ts").VerifyReport} report */
function missingText({
  verdict,
  why,
  signers,
  subjects,
  unsigned,
  shown: { extent, questions, of },
}) {
  if (verdict === "partial")
    return `Only ${questions} of the run's ${groupThousands(of)} questions ${questions === 1 ? "is" : "are"} shown.`;
  if (verdict === "verified")
    return extent === "log" ? "All runs and the log are complete." : "All runs are complete.";
  if (signers.length === 0) return "Anyone could have made this file.";
  if (unsigned > 0) return `${groupThousands(unsigned)} records are unsigned.`;
  if (why !== "no subject was asked about")
    return "No trusted signer was given: anyone could have signed it. Get the key from the signer, not from this file.";
  return subjects.length === 1
    ? "No agent was required."
    : "The trusted signer signed it. Only a file about one agent can be Verified.";
}

/** Capitalises a text. @param {string} text */
const toSentence = (text) => `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`;

/** Formats a whole number with thousands separators. @param {number} count */
const groupThousands = (count) => String(count).replace(/\B(?=(\d{3})+$)/g, ",");
