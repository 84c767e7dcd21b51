// The loop around a run: fetches what the core says, tells it what happened, and nothing else.

import { faultOf } from "./fault.js";

/** @typedef {import("./index.d.ts").RunEvent} RunEvent */
/** @typedef {InstanceType<import("./api.js").Core["Run"]>} Run */

/**
 * Whatever is told what came of a request.
 *
 * @typedef {Pick<Run, "head" | "chunk" | "end" | "failed">} Exchange
 */

/** @typedef {{ method: string, url: string, headers: [string, string][], body?: string, publicOnly: boolean, deadline: number }} Send */

/**
 * @typedef {object} Host
 * @property {AbortSignal | undefined} signal
 * @property {typeof fetch} fetch
 */

/**
 * Drives `run` to its end, or until the signal says stop; what it yields was done.
 *
 * @param {Run} run
 * @param {Host & { resumed: boolean, seal: import("./sealing.js").Seal["seal"] }} host
 * @returns {AsyncGenerator<RunEvent, void, void>}
 */
export async function* evaluateRun(run, { signal, fetch, resumed, seal }) {
  const subject = run.subject();
  if (!resumed) yield { type: "run", subject, runId: run.run_id(), line: run.run_line() };
  while (!signal?.aborted) {
    const step = run.next(Date.now());
    switch (step.type) {
      case "question":
        yield { type: "question", subject, question: step.question };
        break;
      case "send":
        await send(run, step, { signal, fetch });
        break;
      case "wait":
        await sleep(step.until - Date.now(), signal);
        break;
      case "record": {
        const { line, openings } = seal(step.line);
        const kept = {
          type: /** @type {const} */ ("record"),
          subject,
          record: JSON.parse(line),
          line,
        };
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
 * Sends one request and reports its answer as it comes.
 *
 * @param {Exchange} run
 * @param {Send} step
 * @param {Host} host
 */
export async function send(run, { method, url, headers, body, deadline }, { signal, fetch }) {
  const controller = new AbortController();
  const stop = () => controller.abort();
  const timer = setTimeout(stop, Math.max(0, deadline - Date.now()));
  signal?.addEventListener("abort", stop, { once: true });
  try {
    const response = await fetch(url, {
      method,
      headers,
      ...(body === undefined ? {} : { body }),
      redirect: "manual",
      signal: controller.signal,
    });
    await receive(run, response);
  } catch (error) {
    const stopped = controller.signal.aborted && (signal?.aborted ? "aborted" : "timeout");
    run.failed(stopped || faultOf(error), Date.now());
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener("abort", stop);
    // Drops whatever of the answer the core did not want.
    controller.abort();
  }
}

/**
 * @param {Exchange} run
 * @param {Response} response
 */
async function receive(run, response) {
  // A browser hides where a redirect leads, and that it is one.
  if (response.type === "opaqueredirect") return run.failed("redirect", Date.now());
  if (!run.head(response.status, [...response.headers], Date.now())) return;
  if (response.body) {
    const reader = response.body.getReader();
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      if (!run.chunk(value, Date.now())) return;
    }
  }
  run.end(Date.now());
}

/**
 * Waits, at most until the signal says stop.
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
  });
}
