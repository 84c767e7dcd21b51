// Tells apart the runs in a file. Repeated runs of one plan, such as a nightly job with a fixed seed,
// have the same id and differ only in their times.

/** @typedef {import("proofmark/suite").ListedRecord} ListedRecord */

/** The least distance between the last record of a run and the first of the next, with two lines between. */
const DISTANCE = 3;

/**
 * Numbers the runs. Another run of the same plan begins where a question is asked again after the
 * lines that end one run and begin the next; a run may repeat a question only if it asks more than its
 * bank has. A record with the same time is repeated itself, as when a stopped run and its resumed copy
 * are opened together.
 *
 * @param {ListedRecord[]} rows
 * @returns {{ numbers: Uint32Array, runs: number, repeated: number }} the number of each row's run, and
 *   how many runs contain repeated records
 */
export function numberRuns(rows) {
  const numbers = new Uint32Array(rows.length);
  /** @type {Map<string, { latest: number, line: number, asked: Map<string, Map<string, number>> }>} */
  const plans = new Map();
  const repeated = new Set();
  let runs = 0;
  for (const [index, { line, run, subject, question, fetchedAt }] of rows.entries()) {
    const key = `${run} ${subject}`;
    const plan = plans.get(key) ?? { latest: runs++, line, asked: new Map() };
    plans.set(key, plan);
    const times = plan.asked.get(question) ?? new Map();
    plan.asked.set(question, times);
    const known = times.get(fetchedAt);
    const isAgain = [...times.values()].includes(plan.latest);
    if (known !== undefined) repeated.add(known);
    else if (isAgain && line - plan.line >= DISTANCE) plan.latest = runs++;
    if (known === undefined) times.set(fetchedAt, plan.latest);
    numbers[index] = known ?? plan.latest;
    plan.line = line;
  }
  return { numbers, runs, repeated: repeated.size };
}
