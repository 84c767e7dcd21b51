// Prompts of your own.

import type { RunOptions, Target } from "./evaluation.js";

/** How one prompt ended: in a reply, or in a cause why there is none. */
export interface Answer {
  text?: string;
  /** A dotted cause, such as `timeout.headers`; `docs/exchange.md` lists them. */
  cause?: string;
  sessionId?: string;
  /** From the first request to the end, waits included. */
  latencyMs: number;
  attempts: number;
}

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
