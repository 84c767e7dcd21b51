// proofmark run: evaluates agents, stores the records and prints a summary.

import { askTargets } from "../run/ask.js";
import { describeMethodAndBank, readBank } from "../io/bank-files.js";
import { readEarlier } from "../run/earlier.js";
import { EXIT, Refusal } from "../exit.js";
import { expandUrl } from "../io/address.js";
import { readHeaders } from "../io/headers.js";
import { omitUndefined } from "../options.js";
import { mergeFoundOptions } from "../run/connection.js";
import {
  isNoContact,
  probeSilentAgent,
  reportNoContact,
  reportUnreached,
} from "../run/first-contact.js";
import { plan } from "../run/plan.js";
import { createRecordFile, extendRecordFile } from "../io/record-file.js";
import { createRunProgress } from "../render/run-progress.js";
import { alreadyCompleteNote } from "../render/run-report.js";
import { writeRunSummary } from "../render/run-summary.js";
import { formatCount, plain } from "../render/text.js";
import { CONFIG, readConfig } from "../run/config.js";
import { checkReports, writeReports } from "../run/reports.js";
import { baseUrl, addProviderKey } from "../run/providers.js";
import { RUN_OPTIONS, targetOptions } from "../run/options.js";
import { checkSealing, createSealing } from "../run/sealing.js";
import { seedFile } from "../run/seed-file.js";
import { createTranscript } from "../run/transcript.js";
import { exchangeLines } from "../render/transcript.js";
import { createSink } from "../run/sink.js";
import { createTally, meanScore } from "../run/tally.js";
import { createSingleTarget, readTargets } from "../run/targets.js";

/** @type {import("../args.js").Command} */
export const run = {
  name: "run",
  summary: "ask an agent, or thousands, and keep the records",
  usage: [
    "run URL [-n QUESTIONS] [--out FILE.ndjson]",
    "run --targets FILE --out FILE.ndjson",
    "run [--config proofmark.json]",
  ],
  about:
    "Draws questions from a seed, asks them one at a time, and grades every reply by two readings: literal takes the first number or letter (HCS-25), committed takes the answer that the reply settles on. Without --protocol it first requests /.well-known/agent-card.json. If the first question to a URL gets no reply, the agent is probed.",
  operands: [0, 1],
  options: RUN_OPTIONS,
  examples: [
    "run https://agent.example/a2a -n 20 --out r.ndjson",
    "run https://agent.example/chat -n 20 --min-score 80 --budget 5s",
    "run --protocol openai --model m -n 20",
    "run http://127.0.0.1:8080/v1 --model m --header 'authorization: Bearer ${API_KEY}'",
    "run --targets agents.ndjson --out r.ndjson --concurrency 64",
  ],
  run: (args, context) => runAgents(args, context),
};

/** @typedef {typeof import("../../index.d.ts")} Api */
/** @typedef {import("../main.js").Context} Context */
/** @typedef {import("../run/earlier.js").Earlier} Earlier */
/** @typedef {import("../run/tally.js").Tally} Tally */
/** @typedef {import("../run/transcript.js").Transcript} Transcript */
/** @typedef {import("../io/record-file.js").RecordFile} RecordFile */
/** @typedef {Awaited<ReturnType<typeof createSealing>>} Sealing */
/** @typedef {import("../run/plan.js").RunOptions} RunOptions */

/**
 * A run in progress.
 *
 * @typedef {object} RunState
 * @property {RecordFile | null} file
 * @property {Tally} tally
 * @property {Record<string, any>} options
 * @property {string | null} planId The committed plan, if any.
 * @property {Transcript} transcript
 * @property {number} all The number of questions, including those of an earlier part.
 * @property {import("../../index.d.ts").ProofmarkError[] | null} unreached The errors of those of many agents that do not reply.
 */

/**
 * @param {import("../args.js").Args} args
 * @param {Context} context
 * @param {import("../../index.d.ts").FoundOptions} [found] By a probe, since the first question got no reply.
 * @returns {Promise<number>}
 */
async function runAgents(args, context, found) {
  const {
    operands: [typed],
    options: configured,
  } = await readConfig(args, context);
  const options = found === undefined ? configured : mergeFoundOptions(configured, found);
  const named = typed ?? (options.targets ? undefined : baseUrl(options.protocol, context.env));
  checkOptions(named, options);
  const url = found?.endpoint ?? (await expandUrl(named, context));
  checkSealing(options);
  checkReports(options);
  const agentUrl = await expandUrl(options["agent-url"], context, "--agent-url");
  const given = await readHeaders(options.header, context);
  const headers = url === undefined ? given : addProviderKey(url, options.protocol, given, context);
  const api = await context.api();
  const bank = options.bank === undefined ? undefined : await readBank(api, options.bank);

  const tally = createTally(api.scoresOf);
  const { secret, kept, earlier } = await readEarlierRun(api, options, bank, tally);
  const sealing = await createSealing(api, options, context.env, earlier);
  const runOptions = omitUndefined({
    ...chooseTerms(options, earlier),
    seed: kept ?? options.seed ?? (options.commit ? api.freshSeed() : undefined),
    budget: options.budget,
    retries: options.retries,
    maxBody: options["max-body"],
    // A typed URL is not data: it may be private, but addresses that it leads to may not.
    publicOnly: url === undefined,
    allowPrivate: options["allow-private"],
    firstContact: needsFirstContact(url, options),
    recordRequest: found === undefined ? undefined : true,
    bank,
    ...sealing.options,
  });
  const settings = targetOptions(options);
  const { subject, registry, uaid } = options;
  const one = omitUndefined({
    ...settings,
    endpoint: url,
    headers,
    uaid,
    agentUrl,
    subject,
    registry,
  });
  const targets =
    url === undefined
      ? await readTargets(api, readTargetsFile(options, context), settings, runOptions, earlier)
      : await createSingleTarget(api, one, runOptions, earlier);
  tally.orderBy(targets.placeOf);
  const work = plan(targets, earlier, runOptions, {
    path: options.out,
    options,
    ground: earlier === null ? undefined : await describeMethodAndBank(api, bank),
    kept,
    opened: sealing.openings?.seeds,
    commitment: api.commitment,
    subjectOf: api.subjectOf,
  });

  const file = openRecordFile(options, earlier);
  if (!options.resume) secret?.checkNone();
  // All agents share one seed, so that a single plan can be published.
  const fresh = options.commit && targets.freshCount > 0 ? runOptions.seed : undefined;
  const committed = kept ?? fresh ?? null;
  const planId = committed === null ? null : computePlanId(api, { ...runOptions, seed: committed });
  if (planId !== null) {
    if (kept === null) secret?.keep(committed);
    context.err.tell(`proofmark: committed to plan ${planId}\n`);
  }
  reportTornLines(context, options.out, earlier, sealing);
  reportIgnoredOptions(context, options.out, earlier);
  if (work.questions === 0) context.err.tell(alreadyCompleteNote(options.out, "records"));
  const all = tally.total.records + work.questions;
  const how = { subject: url === undefined, whole: true };
  const print = async (/** @type {import("../run/transcript.js").Exchange} */ exchange) => {
    await context.out.write(`${exchangeLines(exchange, how, context.out).join("\n")}\n`);
  };
  const isPrinted = options.verbose && (options.format ?? "pretty") === "pretty";
  const transcript = createTranscript(isPrinted ? print : null);
  const unreached = url === undefined ? [] : null;
  const state = { file, tally, options, planId, transcript, all, unreached };
  try {
    await askAll(api, work, runOptions, context, { ...state, sealing });
  } catch (error) {
    if (!isNoContact(error) || named === undefined) throw error;
    if (found !== undefined || context.interrupted() !== null)
      return context.interrupted() ?? reportNoContact(error, options, context);
    const { budget, maxBody, allowPrivate } = runOptions;
    const probed = omitUndefined({
      ...{ ...one, subject: undefined, registry: undefined },
      ...{ budget, maxBody, allowPrivate, signal: context.interruptible() },
    });
    const better = await probeSilentAgent({ typed: named, options, probed }, context);
    if (better.options === null) return reportNoContact(better, options, context, true);
    // A committed plan has begun, and an earlier run keeps its terms.
    if (committed !== null || earlier !== null) return reportNoContact(error, options, context);
    return runAgents(args, context, better.options);
  }
  const whole = context.interrupted() === null && !unreached?.length;
  if (planId !== null && whole) secret?.drop();
  const { policy } = runOptions;
  return finish({ ...state, policy, openings: sealing.openings?.path }, context);
}

/**
 * Reads what an earlier run left: its records, and the seed stored next to them.
 *
 * @param {Api} api
 * @param {Record<string, any>} options
 * @param {string | undefined} bank
 * @param {Tally} tally
 */
async function readEarlierRun(api, options, bank, tally) {
  const secret = options.out === undefined ? null : seedFile(options.out);
  const kept = options.resume ? (secret?.read() ?? null) : null;
  if (kept !== null && options.seed !== undefined)
    throw new Refusal(
      "cli.resume-terms",
      "--seed: not allowed: the run has committed to its own seed",
    );
  // A committed run is never started again, even if its seed is lost.
  const seeded = kept !== null || options.commit === true || options.seed !== undefined;
  const typed = { options, bank, seeded };
  const earlier = options.resume ? await readEarlier(api, options.out, tally, typed) : null;
  return { secret, kept, earlier };
}

/**
 * Returns the terms: those typed, and otherwise those of the earlier run.
 *
 * @param {Record<string, any>} options
 * @param {Earlier | null} earlier
 */
const chooseTerms = (options, earlier) => {
  const { family: families, questions, policy, entropy, "entropy-source": entropySource } = options;
  return {
    ...earlier?.terms,
    ...omitUndefined({ families, questions, policy, entropy, entropySource }),
  };
};

/**
 * A single agent has to answer the first question. Of many, those that do not are results, unless
 * the cause points to a mistake in the file of targets.
 *
 * @param {string | undefined} url
 * @param {Record<string, any>} options
 * @returns {import("../../index.d.ts").FirstContact}
 */
const needsFirstContact = (url, options) =>
  options["allow-unreachable"] ? "record" : url === undefined ? "configured" : "answered";

/**
 * Returns the plan id, which is equal for all subjects.
 *
 * @param {Api} api
 * @param {RunOptions & { seed: string }} options
 */
function computePlanId(api, { seed, families, questions, policy, entropy, entropySource, bank }) {
  const plan = omitUndefined({ families, questions, policy, entropy, entropySource, bank });
  return api.runIds({ ...plan, seed, endpoint: "https://agent.example/" }).planId;
}

/**
 * Reports the torn lines that will be removed.
 *
 * @param {Context} context
 * @param {string} out
 * @param {Earlier | null} earlier
 * @param {Sealing} sealing
 */
function reportTornLines({ err }, out, earlier, { openings }) {
  if (earlier !== null && earlier.end < earlier.size)
    err.tell(`proofmark: ${plain(out)}: its last line was torn and is cut off\n`);
  if (openings?.torn)
    err.tell(`proofmark: ${plain(openings.path)}: its last lines open no record and are cut off\n`);
}

/**
 * Reports the typed options that do not apply to runs that are already complete.
 *
 * @param {Context} context
 * @param {string} out
 * @param {Earlier | null} earlier
 */
function reportIgnoredOptions({ err }, out, earlier) {
  const { runs = 0, options = [] } = earlier?.ignored ?? {};
  if (runs === 0) return;
  const names = [...options].map((name) => `--${name}`).join(", ");
  const complete = formatCount(runs, "complete run");
  err.tell(`proofmark: ${plain(out)}: ignored for ${complete} with other values: ${names}\n`);
}

/**
 * Asks the remaining questions and stores the results.
 *
 * @param {Api} api
 * @param {import("../run/plan.js").Work} work
 * @param {RunOptions} runOptions
 * @param {Context} context
 * @param {RunState & { sealing: Sealing }} state
 */
async function askAll(api, work, runOptions, context, state) {
  const { file, tally, sealing, options, all } = state;
  const { out, err, now } = context;
  const stop = context.interruptible();
  const earlier = tally.total.records;
  const progress = createRunProgress(err, { total: all, earlier, tally, now });
  const lines = options.format === "ndjson" ? out : null;
  const { transcript } = state;
  const pace = omitUndefined({
    concurrency: options.concurrency,
    perOrigin: options["per-origin"],
    rate: options.rate,
    ratePerOrigin: options["rate-per-origin"],
  });
  try {
    const committed = state.planId !== null;
    const { unreached } = state;
    const to = { file, lines, tally, progress, transcript, sealing, committed, unreached };
    const sink = createSink(to);
    await askTargets(api, work, { ...runOptions, ...pace, signal: stop }, sink);
    await sink.end();
  } finally {
    progress.stop();
    file?.close();
    sealing.close();
  }
}

/**
 * Prints the summary and returns the exit code.
 *
 * @param {RunState & { policy: string | undefined, openings: string | undefined }} state
 * @param {Context} context
 */
async function finish(state, context) {
  const { tally, file, options, policy = "literal", openings, planId, transcript, all } = state;
  const unreached = state.unreached ?? [];
  const { err } = context;
  const score = meanScore(tally.total);
  const least = options["min-score"] ?? 0;
  const passed = least === 0 || (score !== null && score >= least);
  const verdict = { policy, least, passed };
  const interrupted = context.interrupted() !== null;
  const { explainCause: explain } = await context.api();
  const summary = { tally, verdict, file, options, interrupted, planId, openings, transcript };
  await writeRunSummary({ ...summary, explain, unreached }, context);
  if (!interrupted) await writeReports(options, context);
  reportUnreached(unreached, context);
  const code = context.interrupted();
  if (code !== null) {
    const left = formatCount(all - tally.total.records, "question");
    const again = file === null ? "" : "; the same command with --resume goes on";
    err.tell(`proofmark: interrupted with ${left} left${again}\n`);
    return code;
  }
  return passed && unreached.length === 0 ? EXIT.passed : EXIT.failed;
}

/**
 * Options for a single agent, and the corresponding members in --targets.
 *
 * @type {Record<string, string>}
 */
const SINGLE = {
  header: "headers",
  subject: "subject",
  registry: "registry",
  uaid: "uaid",
  "agent-url": "agentUrl",
};

/** @param {string | undefined} url @param {Record<string, any>} options */
function checkOptions(url, options) {
  if ((url === undefined) === (options.targets === undefined)) {
    const found = url === undefined ? "neither" : "both";
    throw new Refusal(
      "cli.together",
      `run: expected a URL, --targets or a file ${CONFIG}, found ${found}; see proofmark run --help`,
    );
  }
  if (options.resume && options.force)
    throw new Refusal("cli.together", "--force: cannot be used with --resume");
  if (options.resume && options.out === undefined)
    throw new Refusal("cli.together", "--resume: needs --out FILE");
  if (options.commit && options.out === undefined)
    throw new Refusal("cli.together", "--commit: needs --out FILE");
  if (options.commit && options.seed !== undefined)
    throw new Refusal(
      "cli.together",
      "--commit: cannot be used with --seed: a committed seed must be fresh",
    );
  if (url !== undefined && options.env !== undefined)
    throw new Refusal("cli.together", "--env: needs --targets FILE");
  if (url !== undefined) return;
  // An option must not send one key to thousands of agents.
  const single = Object.keys(SINGLE).find((name) => name in options);
  if (single === undefined) return;
  const member = SINGLE[single];
  throw new Refusal(
    "cli.together",
    `--${single}: needs a URL; with --targets, put "${member}" on the file's lines`,
  );
}

/**
 * Returns the file of targets, with the variables that it may use. A file from elsewhere must not
 * read any other.
 *
 * @param {Record<string, any>} options
 * @param {Context} context
 */
const readTargetsFile = ({ targets: path, env: names = [] }, { env }) => ({
  path,
  env: Object.fromEntries(names.map((/** @type {string} */ name) => [name, env[name]])),
});

/** @param {Record<string, any>} options @param {Earlier | null} earlier */
function openRecordFile(options, earlier) {
  if (options.out === undefined) return null;
  if (earlier !== null) return extendRecordFile(options.out, earlier);
  return createRecordFile(options.out, { force: options.force });
}
