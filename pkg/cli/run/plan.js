// Determines the remaining questions of a run, given an earlier part of it.

import { Refusal } from "../exit.js";
import { plain, shown } from "../render/text.js";
import { missingSeedError } from "./seed-file.js";

/** @typedef {import("../../index.d.ts").RunOptions} RunOptions */
/** @typedef {import("../../index.d.ts").AnyTarget} AnyTarget */
/** @typedef {import("./targets.js").Targets} Targets */
/** @typedef {import("./earlier.js").Earlier} Earlier */
/** @typedef {import("./earlier.js").OpenRun} OpenRun */
/** @typedef {import("../io/bank-files.js").Bank} Bank */

/**
 * @typedef {object} Work
 * @property {AnyTarget[]} open The targets of resumed runs.
 * @property {Targets["fresh"]} fresh The targets that have not been asked.
 * @property {number} questions The number of remaining questions.
 */

/**
 * @typedef {object} Typed
 * @property {string} path The record file.
 * @property {Record<string, any>} options The typed options.
 * @property {import("../io/bank-files.js").Ground | undefined} ground The current method and bank, if an earlier run may differ.
 * @property {string | null} kept The stored seed of a committed run.
 * @property {Map<string, string> | undefined} opened The seeds in openings, by their commitments.
 * @property {(seed: string) => string} commitment
 * @property {typeof import("../../index.d.ts").subjectOf} subjectOf
 */

/**
 * @param {Targets} targets
 * @param {Earlier | null} earlier
 * @param {RunOptions} runOptions
 * @param {Typed} typed
 * @returns {Work}
 */
export function plan(targets, earlier, runOptions, typed) {
  /** @type {AnyTarget[]} */
  const open = [];
  let questions = 0;
  for (const [subject, run] of earlier?.open ?? []) {
    const where = `${typed.path}:${run.line}`;
    const target = targets.open.get(subject);
    if (target === undefined) {
      throw new Refusal(
        "cli.resume-terms",
        `has an open run of ${shown(subject)}, which this command does not ask`,
        where,
      );
    }
    checkSubjectUnchanged(run, typed.subjectOf(target), where);
    open.push({ ...target, ...resumeOptions(run, where, typed) });
    const counts = Object.values(run.run.terms.counts);
    questions += counts.reduce((sum, count) => sum + count, 0) - run.records.length;
  }
  const { families = ["math", "science"], questions: each = 1 } = runOptions;
  // Other options default to those of the earlier run, but a bank must be given again.
  const fresh = targets.freshCount > 0 && families.includes("science");
  if (earlier !== null && fresh && typed.options.bank === undefined)
    checkBankUnchanged(earlier.bank, `${typed.path}:1`, typed.ground?.bank);
  questions += targets.freshCount * families.length * each;
  return { open, fresh: targets.fresh, questions };
}

/**
 * Returns the options of a resumed run: its own. Refuses typed options that contradict them.
 *
 * @param {OpenRun} run
 * @param {string} where
 * @param {Typed} typed
 */
function resumeOptions(
  { run, records },
  where,
  { path, options, ground, kept, opened, commitment },
) {
  // A withheld seed is an object, and unknown until it is opened.
  const named = records[0]?.data.draw.seed;
  const seed =
    typeof named === "string" ? named : (kept ?? opened?.get(run.terms.seed) ?? options.seed);
  if (seed === undefined) {
    // A first line without a record only exists in a committed run.
    if (records.length === 0) throw missingSeedError(path, where, options.commit);
    throw new Refusal("host.seed", "no record names the run's seed; give it with --seed", where);
  }
  if (commitment(seed) !== run.terms.seed) {
    throw new Refusal("draw.seed", "not the seed that the run commits to", where);
  }
  const known = { ...termsToOptions(run), seed };
  const [other] = differingOptions(known, options);
  if (other !== undefined) {
    const [option, began, typed] = other;
    throw new Refusal(
      "cli.resume-terms",
      `--${option}: expected ${shown(began)}, as the run at ${where} began, found ${shown(typed)}`,
    );
  }
  checkBankUnchanged(run.terms.bank, where, ground?.bank);
  const { method } = run.terms;
  if (ground !== undefined && method !== ground.method) {
    throw new Refusal(
      "cli.resume-terms",
      `expected a run of the method ${ground.method}, found one of ${shown(method)}`,
      where,
    );
  }
  return { ...known, resume: records };
}

/** The options that say what a run asks, by the API's names. @type {Record<string, string>} */
const OPTIONS = {
  families: "family",
  questions: "questions",
  policy: "policy",
  seed: "seed",
  entropy: "entropy",
  entropySource: "entropy-source",
};

/**
 * Lists the typed options that differ from those of a run: name, the run's value, the typed value.
 *
 * @param {Record<string, unknown>} known What the run asks.
 * @param {Record<string, any>} options
 * @returns {[string, string, string][]}
 */
export function differingOptions(known, options) {
  return Object.entries(OPTIONS).flatMap(([name, option]) => {
    const [began, typed] = [known[name], options[option]];
    if (
      typed === undefined ||
      began === undefined ||
      toComparableText(began) === toComparableText(typed)
    )
      return [];
    return [[option, toComparableText(began), toComparableText(typed)]];
  });
}

/** Members of a record's subject that say who was tested. */
const ASKED = /** @type {const} */ (["endpoint", "agent", "model", "tool"]);

/**
 * Refuses to resume a run under the same subject with another endpoint, agent, model or tool.
 *
 * @param {OpenRun} run
 * @param {import("../../index.d.ts").SignalRecord["subject"]} now
 * @param {string} where
 */
function checkSubjectUnchanged({ records: [record] }, now, where) {
  if (record === undefined) return;
  for (const name of ASKED) {
    const [began, found] = [record.subject[name], now[name]];
    if (began === found) continue;
    const described = (/** @type {string | undefined} */ text) =>
      text === undefined ? "none" : shown(text);
    throw new Refusal(
      "cli.resume-terms",
      `${name}: expected ${described(began)}, as the run at ${where} began, found ${described(found)}`,
    );
  }
}

/**
 * Refuses a bank other than that of the run at `where`. A run without science has no bank.
 *
 * @param {Bank | undefined} began
 * @param {string} where
 * @param {Bank | undefined} now
 */
function checkBankUnchanged(began, where, now) {
  if (began === undefined || now === undefined || describeBank(began) === describeBank(now)) return;
  throw new Refusal(
    "cli.resume-terms",
    `--bank: expected ${describeBank(began)}, as the run at ${where} began, found ${describeBank(now)}`,
  );
}

/** @param {Bank} bank */
const describeBank = ({ id, root }) => `${shown(id)} with the root ${plain(root)}`;

/**
 * Returns the terms in a run's first line as options.
 *
 * @param {OpenRun["run"]} run
 * @returns {Pick<RunOptions, "families" | "questions" | "policy" | "entropy" | "entropySource" | "recordRequest">}
 */
export function termsToOptions({ terms, entropy = "" }) {
  const { counts, policy, entropySource = "", request } = terms;
  const families = Object.keys(counts);
  return /** @type {any} */ ({
    families,
    questions: Math.max(...Object.values(counts)),
    policy,
    entropy,
    entropySource,
    ...(request && { ...request, recordRequest: true }),
  });
}

/** @param {unknown} value */
const toComparableText = (value) =>
  Array.isArray(value) ? [...value].sort().join(",") : String(value);
