// Evaluates one subject, or any number of them.

import { ProofmarkError } from "../wasm/error.js";
import { limitPerOrigin } from "./per-origin-queue.js";
import {
  checkArgument,
  readOptions,
  optionError,
  toJson,
  toOptionsJson,
} from "../util/validate.js";
import { evaluateRun, sleep } from "./loop.js";
import { runConcurrently } from "./merge-streams.js";
import { createPace } from "./pace.js";

/** @typedef {import("../entry/core/api.js").Core} Core */
/** @typedef {typeof import("../index.d.ts")} Api */
/** @typedef {import("../index.d.ts").AnyTarget} AnyTarget */
/** @typedef {import("./sealing.js").Seal} Seal */

const encoder = new TextEncoder();

/** Options that only a target has: whom to ask, and the earlier records of its run. */
const TARGET_OPTIONS = new Set([
  ...["endpoint", "ask", "subject", "registry", "protocol", "headers", "model", "jsonBody"],
  ...["replyPointer", "tool", "argument", "uaid", "agentUrl", "crossOrigin", "resume"],
]);

/** Options that a target of `evaluateAll` may set. Data must not decide where requests may go. */
const DATA_OPTIONS = new Set([
  ...TARGET_OPTIONS,
  "seed",
  "entropy",
  "entropySource",
  "families",
  "questions",
  "policy",
  "recordRequest",
]);

/** A placeholder endpoint for validating shared options. It is never asked. */
const PLACEHOLDER = "https://agent.example/";

/**
 * Kinds of target options that the host validates.
 *
 * @type {Record<string, import("../util/validate.js").Kind>}
 */
const RUN_KINDS = { ask: "function", resume: "list", headers: "plain" };

/** Kinds of options that only the host uses. @type {Record<string, import("../util/validate.js").Kind>} */
const HOST_KINDS = {
  ...{ onEvent: "function", fetch: "function", admit: "function", signal: "signal" },
  ...{ rate: "rate", ratePerOrigin: "rate", perOrigin: "count", concurrency: "places" },
  ...{
    firstContact: "contact",
    key: "text",
    withhold: "texts",
    checkpointEvery: "count",
    log: "log",
  },
};

/** The first question got no reply. */
class ContactError extends ProofmarkError {}

/**
 * @param {Core} core
 * @param {import("./transport.js").Transport} hostFetch
 * @param {ReturnType<typeof import("./sealing.js").createSealing>} sealing
 */
export function createEvaluate(core, hostFetch, sealing) {
  /** @param {object} options */
  const createRun = (options) => new core.Run(toOptionsJson("evaluate", options));

  /**
   * Creates a run, and replays the records of its earlier part.
   *
   * @param {Record<string, any>} target
   * @param {Seal} seal
   */
  function startRun(target, seal) {
    const given = readOptions("target", target, RUN_KINDS);
    const { ask, resume, seed = core.fresh_seed(), ...options } = given;
    const run = createRun({ seed, ...options, ask: ask !== undefined });
    try {
      seal.check(() => run.run_line(), seed);
      for (const record of resume ?? []) run.resume(encoder.encode(toJson("resume", record)));
    } catch (error) {
      run.free();
      throw error;
    }
    return { run, resumed: resume !== undefined };
  }

  /**
   * Separates the sealing options from the others.
   *
   * @param {import("../index.d.ts").SealOptions & Record<string, any>} options
   */
  function splitSealOptions({ key, sign, withhold, checkpointEvery, log, ...rest }) {
    const options = { key, sign, withhold, checkpointEvery, log };
    return { seal: sealing(/** @type {import("../index.d.ts").SealOptions} */ (options)), rest };
  }

  /**
   * Returns a check of a run's first record: throws if it has no reply and `firstContact` does not
   * allow that.
   *
   * @param {import("../index.d.ts").FirstContact} firstContact
   * @param {Record<string, any>} target
   */
  function firstCheck(firstContact, { endpoint, resume }) {
    if (firstContact === "record" || (resume ?? []).length > 0) return undefined;
    return (/** @type {string | undefined} */ cause, /** @type {unknown} */ thrown) => {
      if (cause === undefined) return;
      const { code, mistake, message } = JSON.parse(core.explain_cause(cause, endpoint));
      if (!mistake && firstContact === "configured") return;
      const said = thrown instanceof Error ? `${message} (${thrown.message})` : message;
      throw new ContactError(code, said, { cause: thrown });
    };
  }

  /** Validates options that all targets share. @param {Record<string, any>} options */
  function checkShared({ seed = core.fresh_seed(), ...options }) {
    const shared = Object.entries(options).filter(([name]) => !TARGET_OPTIONS.has(name));
    const whole = { seed, ...Object.fromEntries(shared), endpoint: PLACEHOLDER, ask: false };
    createRun(whole).free();
  }

  /** @type {Api["runIds"]} */
  function runIds(options) {
    const { ask, resume: _, ...given } = readOptions("target", options, RUN_KINDS);
    const run = createRun({ ...given, ask: ask !== undefined });
    try {
      return { planId: run.plan_id(), runId: run.run_id(), subject: run.subject() };
    } finally {
      run.free();
    }
  }

  /** @type {Api["subjectOf"]} */
  function subjectOf(target) {
    const { ask, ...rest } = readOptions("subjectOf", target, {
      ask: "function",
      headers: "plain",
    });
    const given = toOptionsJson("subjectOf", { ...rest, ask: ask !== undefined });
    return JSON.parse(core.describe_subject(given));
  }

  /** @type {Api["evaluate"]} */
  async function evaluate(options) {
    const given = readOptions("evaluate", options, HOST_KINDS);
    const { onEvent, signal, fetch = hostFetch, rate, admit, ...rated } = given;
    const { firstContact = "configured", ...others } = rated;
    const { seal, rest } = splitSealOptions(others);
    const pace = createPace({ rate }, sleep);
    const { run, resumed } = startRun(rest, seal);
    const records = [...(rest.resume ?? [])];
    const lines = [];
    const openings = [];
    let complete = false;
    try {
      const host = {
        signal,
        fetch: asTransport(fetch),
        ask: rest.ask,
        pace,
        admit,
        origin: targetOrigin(rest),
        checkFirst: firstCheck(firstContact, rest),
      };
      const events = evaluateRun(run, { ...host, resumed, seal: seal.seal });
      for await (const event of seal.logged(events)) {
        if (event.type === "record") {
          records.push(event.record);
          openings.push(...(event.openings ?? []));
        }
        if ("line" in event) lines.push(event.line);
        if (event.type === "close") complete = true;
        onEvent?.(event);
      }
      return {
        runId: run.run_id(),
        planId: run.plan_id(),
        subject: run.subject(),
        records,
        lines,
        openings,
        scores: JSON.parse(run.scores()),
        complete,
      };
    } finally {
      run.free();
    }
  }

  /** @type {Api["evaluateAll"]} */
  async function* evaluateAll(targets, options) {
    const given = readOptions("evaluateAll", options, HOST_KINDS);
    const { concurrency = 8, perOrigin, rate, ratePerOrigin, ...others } = given;
    checkArgument("targets", "items", targets);
    const { signal, fetch = hostFetch, admit, firstContact = "configured", ...unsealed } = others;
    // All runs share one log, because they share one file.
    const { seal, rest: shared } = splitSealOptions(unsealed);
    // The targets may be data.
    const rest = { publicOnly: true, ...shared };
    checkShared(rest);
    const pace = createPace({ rate, ratePerOrigin }, sleep);
    /** Origins are only computed if a limit needs them. */
    const origin = perOrigin === undefined && ratePerOrigin === undefined ? () => "" : targetOrigin;
    const { items, done } =
      perOrigin === undefined
        ? { items: targets, done: () => {} }
        : limitPerOrigin(targets, perOrigin, origin);
    /**
     * The current run of each subject, because each has one question in flight.
     *
     * @type {Map<string, Promise<void>>}
     */
    const running = new Map();

    /** @param {AnyTarget} target @param {AbortSignal} ended */
    async function* evaluateTarget(target, ended) {
      let run;
      let subject = "";
      let release = () => {};
      try {
        const started = startTarget(target);
        run = started.run;
        const id = run.subject();
        while (running.has(id)) await running.get(id);
        subject = id;
        running.set(id, new Promise((resolve) => (release = () => resolve())));
        const host = { signal: ended, fetch: asTransport(fetch), ask: target.ask, pace, admit };
        const { resumed } = started;
        const checkFirst = firstCheck(firstContact, target);
        const own = { origin: origin(target), resumed, seal: seal.seal, checkFirst };
        yield* evaluateRun(run, { ...host, ...own });
      } catch (error) {
        const isContact = error instanceof ContactError;
        const refused = isContact || (run === undefined && error instanceof ProofmarkError);
        if (!refused) throw error;
        yield /** @type {const} */ ({ type: "refused", target, error });
      } finally {
        if (subject !== "") running.delete(subject);
        release();
        run?.free();
        done(target);
      }
    }

    /** @param {AnyTarget} target */
    function startTarget(target) {
      const members = readOptions("target", checkArgument("target", "object", target));
      for (const name in members) {
        if (DATA_OPTIONS.has(name)) continue;
        throw optionError("target", `members out of ${[...DATA_OPTIONS].join(", ")}`, name);
      }
      const own = Object.entries(members).filter(([, value]) => value !== undefined);
      return startRun({ ...rest, ...Object.fromEntries(own) }, seal);
    }

    yield* seal.logged(runConcurrently(items, concurrency, evaluateTarget, signal));
  }

  return { subjectOf, evaluate, evaluateAll, runIds };
}

/**
 * Casts a caller's `fetch` to a transport.
 *
 * @param {any} fetch
 * @returns {import("./transport.js").Transport}
 */
const asTransport = (fetch) => fetch;

/**
 * Returns the origin of a target's endpoint, or "" without one.
 *
 * @param {Record<string, any>} target
 */
function targetOrigin(target) {
  const endpoint = target?.["endpoint"];
  // The core refuses invalid URLs with its own message.
  return typeof endpoint === "string" && URL.canParse(endpoint) ? new URL(endpoint).origin : "";
}
