// The event loop of a run: sends what the core asks for, and reports the result.

import { yieldToEventLoop } from "../util/yield-to-event-loop.js";
import { createClock } from "../util/clock.js";
import { toFault, findKnownFault } from "./fault.js";
import { checkArgument, describe, optionError } from "../util/validate.js";
import { abortAfter, rejectOnAbort, undefinedOnAbort } from "../util/abort.js";

/** @typedef {import("../index.d.ts").RunEvent} RunEvent */
/** @typedef {InstanceType<import("../entry/core/api.js").Core["Run"]>} Run */
/** @typedef {import("../util/clock.js").Clock} Clock */

/**
 * The part of a core object that receives a response.
 *
 * @typedef {Pick<Run, "receive_head" | "receive_chunk" | "receive_end" | "report_fault">} Exchange
 */

/** @typedef {{ method: string, url: string, headers: [string, string][], body?: string, publicOnly: boolean, deadline: number }} Send */

/**
 * @typedef {object} Host
 * @property {AbortSignal | undefined} signal
 * @property {import("./transport.js").Transport} fetch
 */

/**
 * Additional members for a whole run.
 *
 * @typedef {object} RunHost
 * @property {import("../index.d.ts").Ask | undefined} ask
 * @property {import("./pace.js").Pace} pace
 * @property {string} origin
 * @property {boolean} resumed
 * @property {import("../index.d.ts").Admit | undefined} admit
 * @property {import("./sealing.js").Seal["seal"]} seal
 * @property {((cause: string | undefined, thrown: unknown) => void) | undefined} checkFirst Throws if the first record of the run is not wanted.
 */

/**
 * Drives `run` to its end, or until `signal` aborts, and yields its events.
 *
 * @param {Run} run
 * @param {Host & RunHost} host
 * @returns {AsyncGenerator<RunEvent, void, void>}
 */
export async function* evaluateRun(run, host) {
  const { signal, fetch, ask, pace, origin, resumed, seal, admit, checkFirst } = host;
  const clock = createClock();
  const { now } = clock;
  const subject = run.subject();
  if (!resumed) {
    const [runId, planId] = [run.run_id(), run.plan_id()];
    yield { type: "run", subject, runId, planId, line: run.run_line() };
  }
  let requests = 0;
  let first = true;
  /** The error that the caller's function threw for the current question. @type {unknown} */
  let thrown;
  for (; !signal?.aborted; await yieldToEventLoop()) {
    const step = JSON.parse(run.next(now()));
    switch (step.type) {
      case "question": {
        const cause = await causeToDecline(() => admit?.(step.question, { subject }), signal);
        if (cause !== undefined) run.decline(cause);
        const releaseTurn = cause === undefined ? await pace.turn(origin, signal) : () => {};
        try {
          // The consumer of the event may be slow. Keep the turn until then, so that questions stay
          // spaced.
          if (!signal?.aborted) yield { type: "question", subject, question: step.question };
        } finally {
          releaseTurn();
        }
        requests = 0;
        clock.set();
        break;
      }
      case "send":
        if (requests++ > 0) pace.extra(origin);
        await sendRequest(run, step, { signal, fetch, now });
        break;
      case "ask":
        thrown = await askByFunction(run, step, /** @type {import("../index.d.ts").Ask} */ (ask), {
          signal,
          now,
        });
        break;
      case "wait":
        await sleep(step.until - now(), signal);
        break;
      case "record": {
        if (first) checkFirst?.(JSON.parse(step.line).data.cause, thrown);
        first = false;
        const { line, openings } = seal(step.line);
        const kept = {
          type: /** @type {const} */ ("record"),
          subject,
          record: JSON.parse(line),
          line,
          ...(thrown === undefined ? {} : { error: thrown }),
        };
        thrown = undefined;
        yield openings.length === 0 ? kept : { ...kept, openings, opened: JSON.parse(step.line) };
        break;
      }
      case "done":
        yield { type: "close", subject, line: run.close_line() };
        return;
    }
  }
}

/**
 * Returns the cause for not asking a question; undefined if it is asked, or if `signal` aborts
 * first.
 *
 * @param {() => ReturnType<import("../index.d.ts").Admit> | undefined} admit
 * @param {AbortSignal | undefined} signal
 */
async function causeToDecline(admit, signal) {
  const cause = await undefinedOnAbort(signal, admit);
  if (cause === undefined || typeof cause === "string") return cause;
  throw optionError("admit", "a cause for not asking, or undefined", describe(cause));
}

/**
 * Sends one request and reports its response as it arrives.
 *
 * @param {Exchange} run
 * @param {Send} step
 * @param {Host & Pick<Clock, "now">} host
 */
export async function sendRequest(run, step, { signal, fetch, now }) {
  const { method, url, headers, body, publicOnly, deadline } = step;
  const { stop, drop } = abortAfter(deadline - now(), signal);
  let whole = false;
  try {
    const init = {
      method,
      headers,
      ...(body === undefined ? {} : { body }),
      redirect: /** @type {const} */ ("manual"),
      signal: stop.signal,
      publicOnly,
    };
    const response = await rejectOnAbort(stop.signal, () => fetch(url, init));
    whole = await readResponse(run, response, { stop: stop.signal, now });
  } catch (error) {
    const fault = toFault(error);
    // Some transports report whether there was a connection.
    const late = fault === "connect-timeout" ? fault : "timeout";
    const stopped = stop.signal.aborted && (signal?.aborted ? "aborted" : late);
    run.report_fault(stopped || fault, now());
  } finally {
    drop();
    // Drop the rest of a response that the core did not want.
    if (!whole) stop.abort();
  }
}

/**
 * Reads a response. Reports whether it was read to its end.
 *
 * @param {Exchange} run
 * @param {import("./transport.js").Answer} response
 * @param {{ stop: AbortSignal } & Pick<Clock, "now">} host
 */
async function readResponse(run, response, { stop, now }) {
  // Browsers hide the target of a redirect.
  if (response.type === "opaqueredirect") {
    run.report_fault("redirect", now());
    return false;
  }
  const status = checkArgument("status", "status", response.status);
  if (!run.receive_head(status, [...response.headers].flat(), now())) return false;
  if (response.body) {
    const reader = response.body.getReader();
    // A body that ignores the signal is cancelled, without waiting for it.
    const cancel = () => void (async () => reader.cancel?.())().catch(() => {});
    stop.addEventListener("abort", cancel, { once: true });
    for (;;) {
      const { done, value } = await rejectOnAbort(stop, () => reader.read());
      if (done) break;
      if (value === undefined) continue;
      if (!run.receive_chunk(checkArgument("body", "bytes", value), now())) return false;
    }
  }
  run.receive_end(now());
  return true;
}

/**
 * Asks by the caller's function. Ignores a reply after the deadline. Returns the error that the
 * function threw, if any.
 *
 * @param {Run} run
 * @param {{ prompt: string, deadline: number }} step
 * @param {import("../index.d.ts").Ask} ask
 * @param {{ signal: AbortSignal | undefined } & Pick<Clock, "now">} host
 */
async function askByFunction(run, { prompt, deadline }, ask, { signal, now }) {
  const { stop, drop } = abortAfter(deadline - now(), signal);
  try {
    const about = { signal: stop.signal, subject: run.subject() };
    const text = await rejectOnAbort(stop.signal, () => ask(prompt, about));
    if (typeof text === "string") run.receive_reply(text, now());
    else run.report_transport_failure("reply.no-text", now());
  } catch (error) {
    if (stop.signal.aborted)
      run.report_transport_failure(signal?.aborted ? "aborted" : "timeout", now());
    else {
      run.report_transport_failure(failureReason(error), now());
      return error;
    }
  } finally {
    drop();
    stop.abort();
  }
  return undefined;
}

/**
 * Returns the fault or the code of an error that the caller's function threw.
 *
 * @param {unknown} error
 */
function failureReason(error) {
  const code = /** @type {{ code?: unknown } | undefined} */ (error)?.code;
  return findKnownFault(error) ?? (typeof code === "string" ? code : "");
}

/**
 * Waits `ms` milliseconds, or until `signal` aborts.
 *
 * @param {number} ms
 * @param {AbortSignal | undefined} signal
 * @returns {Promise<void>}
 */
export function sleep(ms, signal) {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      signal?.removeEventListener("abort", end);
      resolve();
    };
    const timer = setTimeout(end, Math.max(0, ms));
    signal?.addEventListener("abort", end, { once: true });
    if (signal?.aborted) end();
  });
}
