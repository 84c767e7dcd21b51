// Secrets of agents. A header of a subject names a secret of the deployment, as in `Bearer
// secret:NAME`; only the name is stored, and the value is put in just before asking.

import { Refusal } from "../api/answers.js";

/** @typedef {import("../settings.js").Env} Env */

const NAMED = /secret:([A-Za-z0-9_]+)/g;

/** A secret that the deployment lacks. Retrying would not help. */
export class MissingSecret extends Error {}

/**
 * Refuses headers without a secret, or with one that `AGENT_SECRETS` does not list: a subject could
 * otherwise have the signing key sent to it.
 *
 * @param {Record<string, string>} headers
 * @param {string[]} listed
 */
export function refuseHeaders(headers, listed) {
  for (const [name, value] of Object.entries(headers)) {
    const named = [...value.matchAll(NAMED)].map(([, secret]) => secret ?? "");
    if (named.length > 0 && named.every((secret) => listed.includes(secret))) continue;
    const expected = listed.map((secret) => `secret:${secret}`).join(", ") || "no header";
    const message = `headers.${name}: expected ${expected}, found another value`;
    throw new Refusal(422, "subject.secret", message);
  }
}

/**
 * Returns a target whose headers have the values of their secrets. Throws {@link MissingSecret}.
 *
 * @param {Record<string, any>} target
 * @param {Env} env
 */
export function insertSecrets(target, env) {
  if (target.headers === undefined) return target;
  const valueOf = (/** @type {string} */ _, /** @type {string} */ name) => {
    const value = /** @type {any} */ (env)[name];
    if (typeof value === "string" && value !== "") return value;
    throw new MissingSecret(`expected the secret ${name}, found none`);
  };
  const headers = Object.entries(target.headers).map(([name, value]) => [
    name,
    /** @type {string} */ (value).replace(NAMED, valueOf),
  ]);
  return { ...target, headers: Object.fromEntries(headers) };
}
