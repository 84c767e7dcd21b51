// Verifies files in the background, one at a time. A verification in Verify, with its signer and agent,
// replaces the result.

import { summary } from "../../../pkg/verify/words.js";
import { coreModule } from "../core-module.js";
import { toOneLine } from "../parts/excerpt.js";
import { connectWorker } from "../parts/worker-rpc.js";
import { storedId } from "../handover.js";
import { readEntry, updateEntry } from "../store/store.js";
import { text } from "../text.js";

/** @typedef {import("proofmark").Conclusion} Conclusion */
/** @typedef {import("../parts/fetch-file.js").LinkOptions} LinkOptions */
/**
 * The result of a check: the verdict, one sentence about it, and the first agents, the number of further
 * agents, and the scores of a record file; `options` if it was made in Verify.
 *
 * @typedef {{ verdict: Conclusion, text: string, subjects?: string[], more?: number, scores?: import("proofmark").Scores, options?: LinkOptions }} Check
 */

/** @type {import("../parts/worker-rpc.js").Remote<import("./worker.js").Verifier> & { endWorker: () => void }} */
const verifier = /** @type {any} */ (
  connectWorker(() => new Worker(new URL("./worker.js", import.meta.url), { type: "module" }))
);

/** The maximum number of agents in a check. */
const MAX_SUBJECTS = 3;

/** The number of cores for verifying. One core is left for the page and the worker that reads the file. */
const verifierCores = Math.max(1, (navigator.hardwareConcurrency || 1) - 1);

/** The checks of files, pending or done. @type {WeakMap<Blob, Promise<Check>>} */
const checksByFile = new WeakMap();

/** The last check in the queue. @type {Promise<unknown>} */
let queue = Promise.resolve();

/**
 * Checks a file, once. A failed check is tried again on the next call.
 *
 * @param {Blob} file
 * @param {import("./worker.js").Options} [options]
 */
export function checkFile(file, options = {}) {
  const known = checksByFile.get(file);
  if (known !== undefined) return known;
  const result = queue.then(() => verify(file, options));
  checksByFile.set(file, result);
  const next = result.catch(() => checksByFile.delete(file));
  queue = next;
  // An idle worker would keep its memory.
  void next.then(() => queue === next && verifier.endWorker());
  return result;
}

/**
 * Checks a stored file and stores the result with it.
 *
 * @param {Blob} file
 * @param {string} id
 */
export async function checkStored(file, id) {
  const before = await readEntry(id).catch(() => undefined);
  const check = before?.check ?? (await checkFile(file));
  // A run in progress may have grown meanwhile.
  if (before?.check === undefined)
    await updateEntry(id, (entry) =>
      entry.changed === before?.changed ? { ...entry, check } : entry,
    ).catch(() => {});
  return check;
}

/** Records a verification in Verify, for the other views. @param {File} file @param {import("./worker.js").Result} result @param {LinkOptions} options */
export async function recordCheck(file, result, options) {
  const check = { ...toCheck(result), options };
  checksByFile.set(file, Promise.resolve(check));
  const id = storedId(file);
  if (id === undefined) return;
  // An unfinished run grows.
  await updateEntry(id, (entry) => (entry.complete ? { ...entry, check } : entry)).catch(() => {});
}

/** Returns the check of a file, if there is one. @param {Blob} file */
export const knownCheck = (file) => checksByFile.get(file);

/** @param {Blob} file @param {import("./worker.js").Options} options @returns {Promise<Check>} */
const verify = async (file, options) =>
  toCheck(
    await verifier.verify(file, options, { cores: verifierCores, module: await coreModule() }),
  );

/** Describes the result of a verification. @param {import("./worker.js").Result} result @returns {Check} */
function toCheck(result) {
  if (result.kind === "foreign") return { verdict: "not-checked", text: text.foreign(result.what) };
  if (result.kind === "scorecard") {
    const { verdict, text } = result.status;
    return { verdict, text: toOneLine(text.replace(/^[A-Z][a-z ]+[.:,] /, ""), 500) };
  }
  const { report } = result;
  const { verdict, scores } = report;
  const subjects = report.subjects.slice(0, MAX_SUBJECTS).map(({ id }) => id);
  const more = report.subjects.length - subjects.length;
  return { verdict, text: summary(report, (text) => toOneLine(text, 200)), subjects, more, scores };
}

/** The verdicts, worst first. @type {Conclusion[]} */
const WORST_FIRST = ["failed", "not-checked", "partial", "intact", "verified"];

/** Returns the worst of several checks. @param {Check[]} checks */
export const worstCheck = (checks) =>
  WORST_FIRST.flatMap((verdict) => checks.filter((check) => check.verdict === verdict))[0];
