// Prompts of your own.

import type { RunOptions, Target } from "./evaluation.js";

/**
 * Whether the value of a request header of this name is to be taken for a secret, such as that of
 * `authorization`, `cookie` or `x-api-key`: nothing to be typed, shown or logged.
 */
export function isSecretHeader(name: string): boolean;

/** How one prompt ended: in a reply, or in a cause why there is none. */
export interface Answer {
  text?: string;
  /** A dotted cause, such as `timeout.headers`; `docs/exchange.md` lists them. */
  cause?: string;
  /** From the first request to the end, waits included. */
  latencyMs: number;
  attempts: number;
}

/** An endpoint, and the limits of each prompt. */
export interface AgentOptions
  extends
    Omit<Target, "subject" | "registry">,
    Pick<RunOptions, "budget" | "retries" | "maxBody" | "allowPrivate" | "fromData" | "fetch"> {}

/**
 * An agent as a function from prompt to answer: the exchange of a run, with all its protocols,
 * retries and limits, for prompts of your own. One prompt is in flight at a time; others wait.
 */
export function agent(
  options: AgentOptions,
): (prompt: string, options?: { signal?: AbortSignal | undefined }) => Promise<Answer>;
