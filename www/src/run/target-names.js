// Names of targets without their secrets.

import { subjectOf } from "proofmark";

import { splitSecrets } from "./plan.js";

/** @typedef {import("./plan.js").PlanTarget} PlanTarget */

/** Removes query and fragment from a URL. @param {string} url */
export const removeQuery = (url) =>
  URL.canParse(url) ? new URL(url).origin + new URL(url).pathname : url.replace(/[?#].*/s, "");

/**
 * Returns the default id of a target without its secrets; empty if there is none.
 *
 * @param {Omit<PlanTarget, "seed">} target
 */
export function defaultSubject({ jsonBody: _, ...target }) {
  const { endpoint, agentUrl } = target;
  const agent = agentUrl === undefined ? {} : { agentUrl: removeQuery(agentUrl) };
  try {
    return subjectOf({ ...target, ...agent, endpoint: removeQuery(endpoint) }).id;
  } catch {
    return "";
  }
}

/** Removes the query from an address if it contains a secret. @param {string} endpoint @param {(name: string) => boolean} isSecret */
export const removeSecretQuery = (endpoint, isSecret) =>
  splitSecrets({ endpoint }, isSecret).target.endpoint;
