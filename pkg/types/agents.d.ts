// Prompts of your own.

import type { RunOptions, Target } from "./evaluation.js";

/**
 * Reports whether the value of a request header is a secret by the header's name, such as
 * `authorization`, `cookie` or `x-api-key`. Secrets should not be typed, shown or logged.
 */
export function isSecretHeader(name: string): boolean;

/** The result of one prompt: a reply, or the cause of its absence. */
export interface Answer {
  text?: string;
  /** A dotted cause, such as `timeout.headers`; see `docs/exchange.md`. */
  cause?: string;
  /** The time from the first request to the end, including waits. */
  latencyMs: number;
  attempts: number;
}

/** An endpoint, and the limits of each prompt. */
export interface AgentOptions
  extends
    Omit<Target, "subject" | "registry">,
    Pick<RunOptions, "budget" | "retries" | "maxBody" | "allowPrivate" | "fromData" | "fetch"> {}

/**
 * Returns an agent as a function from prompt to answer, with all protocols, retries and limits of a
 * run. One prompt is in flight at a time; others wait.
 */
export function agent(
  options: AgentOptions,
): (prompt: string, options?: { signal?: AbortSignal | undefined }) => Promise<Answer>;
