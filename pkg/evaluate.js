// Evaluations: of one subject, and of any number of them.

import { ProofmarkError } from "./error.js";
import { fair } from "./fair.js";
import { evaluateRun, sleep } from "./host.js";
import { many } from "./many.js";
import { createPace } from "./pace.js";

/** @typedef {import("./api.js").Core} Core */
/** @typedef {typeof import("./index.d.ts")} Api */
/** @typedef {import("./index.d.ts").AnyTarget} AnyTarget */
/** @typedef {import("./sealing.js").Seal} Seal */

const encoder = new TextEncoder();

/** What one target among many may say for itself. Where requests may go is not for data to say. */
const OF_A_TARGET = new Set([
  ...["endpoint", "ask", "subject", "registry", "protocol", "headers", "model", "jsonBody"],
  ...["replyPointer", "tool", "argument", "uaid", "agentUrl", "crossOrigin"],
  ...["seed", "entropy", "families", "runs", "policy", "resume"],
]);

/**
 * @param {Core} core
 * @param {import("./transport.js").Transport} hostFetch
 * @param {ReturnType<typeof import("./sealing.js").createSealing>} sealing
 */
export function createEvaluate(core, hostFetch, sealing) {
  /**
   * A run, told what an earlier part of it has recorded.
   *
   * @param {Record<string, any>} options
   * @param {Seal} seal
   */
  function start({ ask, resume, seed = core.fresh_seed(), ...options }, seal) {
    if (ask !== undefined && typeof ask !== "function")
      throw refusal("ask", "a function", typeof ask);
    const run = new core.Run({ seed, ...options, ask: ask !== undefined });
    try {
      seal.check(run.run_line(), seed);
      for (const record of resume ?? []) run.resume(encoder.encode(JSON.stringify(record)));
    } catch (error) {
      run.free();
      throw error;
    }
    return { run, resumed: resume !== undefined };
  }

  /**
   * What is done to records, and the rest of the options.
   *
   * @param {import("./index.d.ts").SealOptions & Record<string, any>} options
   */
  function sealOf({ key, sign, withhold, checkpointEvery, log, ...rest }) {
    const options = { key, sign, withhold, checkpointEvery, log };
    return { seal: sealing(/** @type {import("./index.d.ts").SealOptions} */ (options)), rest };
  }

  /** @type {Api["evaluate"]} */
  async function evaluate(options) {
    const { onEvent, signal, fetch = hostFetch, rate, ...others } = options;
    const { seal, rest } = sealOf(others);
    const pace = createPace({ rate: positive("rate", rate) }, sleep);
    const { run, resumed } = start(rest, seal);
    const records = [...(rest.resume ?? [])];
    const lines = [];
    const openings = [];
    try {
      const host = { signal, fetch: send(fetch), ask: rest.ask, pace, origin: originOf(rest) };
      const events = evaluateRun(run, { ...host, resumed, seal: seal.seal });
      for await (const event of seal.logged(events)) {
        if (event.type === "record") {
          records.push(event.record);
          openings.push(...(event.openings ?? []));
        }
        if ("line" in event) lines.push(event.line);
        onEvent?.(event);
      }
      return {
        runId: run.run_id(),
        subject: run.subject(),
        records,
        lines,
        openings,
        scores: run.scores(),
        complete: !signal?.aborted,
      };
    } finally {
      run.free();
    }
  }

  /** @type {Api["evaluateAll"]} */
  async function* evaluateAll(targets, options = {}) {
    const { concurrency = 8, perOrigin, rate, ratePerOrigin, ...others } = options;
    const { signal, fetch = hostFetch, ...unsealed } = others;
    // All runs share one log, since they share one file.
    const { seal, rest } = sealOf(unsealed);
    whole("concurrency", concurrency);
    const rates = { rate: positive("rate", rate) };
    const pace = createPace(
      { ...rates, ratePerOrigin: positive("ratePerOrigin", ratePerOrigin) },
      sleep,
    );
    const { items, done } = fair(targets, whole("perOrigin", perOrigin ?? concurrency), originOf);
    /** The runs under way, by subject: one question is in flight for each. @type {Map<string, Promise<void>>} */
    const underWay = new Map();

    /** @param {AnyTarget} target @param {AbortSignal} ended */
    async function* one(target, ended) {
      let started;
      try {
        const stranger = Object.keys(target).find((name) => !OF_A_TARGET.has(name));
        if (stranger !== undefined)
          throw refusal("target", `members out of ${[...OF_A_TARGET].join(", ")}`, stranger);
        started = start({ ...rest, ...target }, seal);
      } catch (error) {
        if (!(error instanceof ProofmarkError)) throw error;
        yield /** @type {const} */ ({ type: "refused", target, error });
        return;
      }
      const { run, resumed } = started;
      const { ask } = target;
      const subject = run.subject();
      let over = () => {};
      try {
        while (underWay.has(subject)) await underWay.get(subject);
        underWay.set(subject, new Promise((resolve) => (over = () => resolve())));
        const host = { signal: ended, fetch: send(fetch), ask, pace, origin: originOf(target) };
        yield* evaluateRun(run, { ...host, resumed, seal: seal.seal });
      } finally {
        underWay.delete(subject);
        over();
        run.free();
      }
    }

    const work = async function* (
      /** @type {AnyTarget} */ target,
      /** @type {AbortSignal} */ ended,
    ) {
      try {
        yield* one(target, ended);
      } finally {
        done(target);
      }
    };
    yield* seal.logged(many(items, concurrency, work, signal));
  }

  return { evaluate, evaluateAll };
}

/** What a caller's own `fetch` is as a transport. @param {any} fetch @returns {import("./transport.js").Transport} */
const send = (fetch) => fetch;

/** The origin that a target is asked at; none where it is asked in a way of its own. @param {Record<string, any>} target */
function originOf({ endpoint }) {
  // The core refuses, with words of its own, what is no URL.
  return typeof endpoint === "string" && URL.canParse(endpoint) ? new URL(endpoint).origin : "";
}

/** @param {string} name @param {number} value */
function whole(name, value) {
  if (Number.isSafeInteger(value) && value >= 1) return value;
  throw refusal(name, "a whole number from 1", String(value));
}

/** @param {string} name @param {number | undefined} value */
function positive(name, value) {
  if (value === undefined || (Number.isFinite(value) && value > 0)) return value;
  throw refusal(name, "a number of requests a second above 0", String(value));
}

/** @param {string} thing @param {string} expected @param {string} found */
const refusal = (thing, expected, found) =>
  new ProofmarkError("host.option", `${thing}: expected ${expected}, found ${found}`);
