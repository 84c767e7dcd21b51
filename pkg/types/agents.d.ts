// Prompts of your own.

import type { RunOptions, Target } from "./evaluation.js";
import type { Protocol } from "./words.js";

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
    Pick<RunOptions, "budget" | "retries" | "maxBody" | "allowPrivate" | "publicOnly" | "fetch"> {}

/**
 * Returns an agent as a function from prompt to answer, with all protocols, retries and limits of a
 * run. One prompt is in flight at a time; others wait.
 */
export function agent(
  options: AgentOptions,
): (prompt: string, options?: { signal?: AbortSignal | undefined }) => Promise<Answer>;

/** An endpoint to probe. Tool, argument and model may be missing. */
export interface ProbeOptions
  extends
    Omit<Target, "subject" | "registry" | "ask">,
    Pick<RunOptions, "budget" | "maxBody" | "allowPrivate" | "publicOnly" | "fetch" | "signal"> {}

/** The result of a probe. Values of headers and queries are replaced by `(hidden)`. */
export interface ProbeResult {
  /** The reply, or null. */
  reply: string | null;
  /** True if the reply is the right answer to the probe's question. */
  right: boolean;
  /** The cause of the failure, and the error code for it. */
  cause: string | null;
  code: string | null;
  /** A sentence: the fault and its remedy. */
  message: string;
  /** The protocol in use, with its version. */
  protocol: string;
  /** The options that lead to a reply; null without one. */
  options: FoundOptions | null;
  /** A header to add, if a credential is missing, such as `x-api-key: ${API_KEY}`. */
  header: string | null;
  /** MCP tools with their arguments, or models, to choose from. */
  choices: string[];
  /** The request that decided, and its response. */
  request: { method: string; url: string; headers: [string, string][]; body: string | null };
  response: { status: number; headers: [string, string][]; body: string } | null;
  /** The number of ways that were tried. */
  tried: number;
}

/** Options that a probe found; null if not needed. */
export interface FoundOptions {
  /** The URL, if it differs from the given one. Its query may be secret. */
  endpoint: string | null;
  protocol: Protocol;
  jsonBody: string | null;
  replyPointer: string | null;
  model: string | null;
  tool: string | null;
  argument: string | null;
}

/**
 * Asks one question in different ways until a reply is found, and says how to ask from then on. It
 * may send the question many times.
 */
export function probe(options: ProbeOptions): Promise<ProbeResult>;

/**
 * Explains a cause in one or two sentences. `code` is the error code of a first question that fails
 * so; `mistake` is true if that points to a mistake of the caller. Undefined for an unknown cause.
 */
export function explainCause(
  cause: string,
  endpoint?: string,
): { code: string; mistake: boolean; message: string } | undefined;
