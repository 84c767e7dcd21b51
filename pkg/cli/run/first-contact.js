// Handles a run whose first question got no reply: probes the agent, and continues in the way that
// the probe found.

import { ProofmarkError } from "../../wasm/error.js";
import { EXIT } from "../exit.js";
import { isLibraryError } from "../io/refused.js";
import { probeReport } from "../render/probe-report.js";
import { formatCount } from "../render/text.js";
import { commandForFound } from "./connection.js";

/** @typedef {import("../main.js").Context} Context */

/** The maximum number of agents without a reply to explain. */
const MOST_UNREACHED = 20;

/** Reports whether an error says that a first question got no reply. @param {unknown} error */
export const isNoContact = (error) => isLibraryError(error) && error.code.startsWith("contact.");

/**
 * Reports agents whose first question got no reply for a reason of configuration.
 *
 * @param {{ code: string, message: string }[]} unreached
 * @param {Context} context
 */
export function reportUnreached(unreached, { err }) {
  if (unreached.length === 0) return;
  for (const { code, message } of unreached.slice(0, MOST_UNREACHED))
    err.tell(`proofmark: ${message} (${code})\n`);
  const rest = unreached.length - MOST_UNREACHED;
  if (rest > 0) err.tell(`proofmark: … and ${formatCount(rest, "more agent")} without a reply\n`);
  const agents = formatCount(unreached.length, "agent");
  err.tell(
    `proofmark: nothing was recorded of ${agents}; --allow-unreachable records failures too\n`,
  );
}

/**
 * Returns `ask`, with a check of the first answer: throws if it is not a reply.
 *
 * @param {ReturnType<typeof import("../../index.d.ts").agent>} ask
 * @param {string} url
 * @param {typeof import("../../index.d.ts").explainCause} explain
 * @returns {typeof ask}
 */
export function checkFirstAnswer(ask, url, explain) {
  let first = true;
  return async (prompt, about) => {
    const answer = await ask(prompt, about);
    const { cause } = answer;
    if (first && cause !== undefined && !about?.signal?.aborted) {
      const { code = "contact.failed", message = cause } = explain(cause, url) ?? {};
      throw new ProofmarkError(code, message);
    }
    first = false;
    return answer;
  };
}

/**
 * Probes an agent that did not reply, and prints the result.
 *
 * @param {{ typed: string, options: Record<string, any>, probed: import("../../index.d.ts").ProbeOptions }} run
 * @param {Context} context
 */
export async function probeSilentAgent({ typed, options, probed }, { api: load, err }) {
  const api = await load();
  err.tell("proofmark: no reply to the first question; probing the agent\n\n");
  const result = await api.probe(probed);
  const next = result.options && commandForFound(api, typed, options, result.options);
  err.tell(`${probeReport(result, next, err).join("\n")}\n\n`);
  return result;
}

/**
 * Reports that nothing was recorded, and returns the exit code.
 *
 * @param {unknown} error
 * @param {Record<string, any>} options
 * @param {Context} context
 * @param {boolean} [explained] whether the report of a probe has stated the cause
 */
export async function reportNoContact(error, options, { out, err }, explained = false) {
  const { code = "", message = "" } = /** @type {{ code?: string, message?: string }} */ (error);
  if (options.format === "json")
    await out.write(`${JSON.stringify({ passed: false, code, message })}\n`);
  err.tell(
    `proofmark: ${explained ? "" : `${message} `}Nothing was recorded; --allow-unreachable records failures too. (${code})\n`,
  );
  return EXIT.failed;
}
