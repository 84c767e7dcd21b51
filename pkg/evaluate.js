// Evaluates one subject, or any number of them.

import { ProofmarkError } from "./error.js";
import { fair } from "./fair.js";
import { held, optionsOf, refusal, textOf } from "./given.js";
import { evaluateRun, sleep } from "./host.js";
import { many } from "./many.js";
import { createPace } from "./pace.js";

/** @typedef {import("./api.js").Core} Core */
/** @typedef {typeof import("./index.d.ts")} Api */
/** @typedef {import("./index.d.ts").AnyTarget} AnyTarget */
/** @typedef {import("./sealing.js").Seal} Seal */

const encoder = new TextEncoder();

/** Options that only a target has: whom to ask, and the earlier records of its run. */
const OF_ONE = new Set([
  ...["endpoint", "ask", "subject", "registry", "protocol", "headers", "model", "jsonBody"],
  ...["replyPointer", "tool", "argument", "uaid", "agentUrl", "crossOrigin", "resume"],
]);

/** Options that a target of `evaluateAll` may set. Data must not decide where requests may go. */
const OF_A_TARGET = new Set([
  ...OF_ONE,
  "seed",
  "entropy",
  "entropySource",
  "families",
  "runs",
  "policy",
]);

/** A placeholder endpoint for validating shared options. It is never asked. */
const ANYBODY = "https://agent.example/";

/**
 * Kinds of target options that the host validates.
 *
 * @type {Record<string, import("./given.js").Kind>}
 */
const OF_A_RUN = { ask: "function", resume: "list", headers: "plain" };

/** Kinds of options that only the host uses. @type {Record<string, import("./given.js").Kind>} */
const OF_A_HOST = {
  ...{ onEvent: "function", fetch: "function", admit: "function", signal: "signal" },
  ...{ rate: "rate", ratePerOrigin: "rate", perOrigin: "count", concurrency: "places" },
  ...{ key: "text", withhold: "texts", checkpointEvery: "count", log: "log" },
};

/**
 * @param {Core} core
 * @param {import("./transport.js").Transport} hostFetch
 * @param {ReturnType<typeof import("./sealing.js").createSealing>} sealing
 */
export function createEvaluate(core, hostFetch, sealing) {
  /**
   * Creates a run, and replays the records of its earlier part.
   *
   * @param {Record<string, any>} target
   * @param {Seal} seal
   */
  function start(target, seal) {
    const given = optionsOf("target", target, OF_A_RUN);
    const { ask, resume, seed = core.fresh_seed(), ...options } = given;
    const run = new core.Run({ seed, ...options, ask: ask !== undefined });
    try {
      seal.check(() => run.run_line(), seed);
      for (const record of resume ?? []) run.resume(encoder.encode(textOf("resume", record)));
    } catch (error) {
      run.free();
      throw error;
    }
    return { run, resumed: resume !== undefined };
  }

  /**
   * Separates the sealing options from the others.
   *
   * @param {import("./index.d.ts").SealOptions & Record<string, any>} options
   */
  function sealOf({ key, sign, withhold, checkpointEvery, log, ...rest }) {
    const options = { key, sign, withhold, checkpointEvery, log };
    return { seal: sealing(/** @type {import("./index.d.ts").SealOptions} */ (options)), rest };
  }

  /** Validates options that all targets share. @param {Record<string, any>} options */
  function check({ seed = core.fresh_seed(), ...options }) {
    const shared = Object.entries(options).filter(([name]) => !OF_ONE.has(name));
    const whole = { seed, ...Object.fromEntries(shared), endpoint: ANYBODY, ask: false };
    new core.Run(whole).free();
  }

  /** @type {Api["runIds"]} */
  function runIds(options) {
    const { ask, resume: _, ...given } = optionsOf("target", options, OF_A_RUN);
    const run = new core.Run({ ...given, ask: ask !== undefined });
    try {
      return { planId: run.plan_id(), runId: run.run_id(), subject: run.subject() };
    } finally {
      run.free();
    }
  }

  /** @type {Api["subjectOf"]} */
  function subjectOf(target) {
    const { ask, ...rest } = optionsOf("subjectOf", target, { ask: "function", headers: "plain" });
    return core.subject_of({ ...rest, ask: ask !== undefined });
  }

  /** @type {Api["evaluate"]} */
  async function evaluate(options) {
    const given = optionsOf("evaluate", options, OF_A_HOST);
    const { onEvent, signal, fetch = hostFetch, rate, admit, ...others } = given;
    const { seal, rest } = sealOf(others);
    const pace = createPace({ rate }, sleep);
    const { run, resumed } = start(rest, seal);
    const records = [...(rest.resume ?? [])];
    const lines = [];
    const openings = [];
    let complete = false;
    try {
      const host = {
        signal,
        fetch: send(fetch),
        ask: rest.ask,
        pace,
        admit,
        origin: originOf(rest),
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
        scores: run.scores(),
        complete,
      };
    } finally {
      run.free();
    }
  }

  /** @type {Api["evaluateAll"]} */
  async function* evaluateAll(targets, options) {
    const given = optionsOf("evaluateAll", options, OF_A_HOST);
    const { concurrency = 8, perOrigin, rate, ratePerOrigin, ...others } = given;
    held("targets", "items", targets);
    const { signal, fetch = hostFetch, admit, ...unsealed } = others;
    // All runs share one log, because they share one file.
    const { seal, rest } = sealOf(unsealed);
    check(rest);
    const pace = createPace({ rate, ratePerOrigin }, sleep);
    /** Origins are only computed if a limit needs them. */
    const origin = perOrigin === undefined && ratePerOrigin === undefined ? () => "" : originOf;
    const { items, done } =
      perOrigin === undefined
        ? { items: targets, done: () => {} }
        : fair(targets, perOrigin, origin);
    /**
     * The current run of each subject, because each has one question in flight.
     *
     * @type {Map<string, Promise<void>>}
     */
    const underWay = new Map();

    /** @param {AnyTarget} target @param {AbortSignal} ended */
    async function* one(target, ended) {
      let run;
      let subject = "";
      let over = () => {};
      try {
        const started = begin(target);
        run = started.run;
        const own = run.subject();
        while (underWay.has(own)) await underWay.get(own);
        subject = own;
        underWay.set(own, new Promise((resolve) => (over = () => resolve())));
        const host = { signal: ended, fetch: send(fetch), ask: target.ask, pace, admit };
        const { resumed } = started;
        yield* evaluateRun(run, { ...host, origin: origin(target), resumed, seal: seal.seal });
      } catch (error) {
        if (run !== undefined || !(error instanceof ProofmarkError)) throw error;
        yield /** @type {const} */ ({ type: "refused", target, error });
      } finally {
        if (subject !== "") underWay.delete(subject);
        over();
        run?.free();
        done(target);
      }
    }

    /** @param {AnyTarget} target */
    function begin(target) {
      const members = optionsOf("target", held("target", "object", target));
      for (const name in members) {
        if (OF_A_TARGET.has(name)) continue;
        throw refusal("target", `members out of ${[...OF_A_TARGET].join(", ")}`, name);
      }
      const own = Object.entries(members).filter(([, value]) => value !== undefined);
      return start({ ...rest, ...Object.fromEntries(own) }, seal);
    }

    yield* seal.logged(many(items, concurrency, one, signal));
  }

  return { subjectOf, evaluate, evaluateAll, runIds };
}

/**
 * Casts a caller's `fetch` to a transport.
 *
 * @param {any} fetch
 * @returns {import("./transport.js").Transport}
 */
const send = (fetch) => fetch;

/**
 * Returns the origin of a target's endpoint, or "" without one.
 *
 * @param {Record<string, any>} target
 */
function originOf(target) {
  const endpoint = target?.["endpoint"];
  // The core refuses invalid URLs with its own message.
  return typeof endpoint === "string" && URL.canParse(endpoint) ? new URL(endpoint).origin : "";
}
