// The plan of a run as stored, without secrets.

/** @typedef {import("proofmark").Protocol} Protocol */
/** @typedef {import("proofmark").Family} Family */
/** @typedef {import("proofmark").Policy} Policy */

/**
 * @typedef {object} PlanTarget
 * @property {string} endpoint
 * @property {string} seed
 * @property {string} [subject]
 * @property {Protocol} [protocol]
 * @property {string} [model]
 * @property {string} [jsonBody]
 * @property {string} [replyPointer]
 * @property {string} [tool]
 * @property {string} [argument]
 * @property {string} [uaid]
 * @property {string} [agentUrl]
 */

/**
 * @typedef {object} Plan
 * @property {PlanTarget[]} targets
 * @property {{ families: Family[], questions: number, policy: Policy, budget: number, concurrency: number }} options
 * @property {boolean} fleet True for sample agents. They may redirect to private addresses.
 * @property {boolean} headers True if headers are needed. They are never stored.
 * @property {Address[]} [queries] The addresses whose query contains a secret, which is never
 * stored.
 */

/** A member of a target that is a URL. @typedef {"endpoint" | "agentUrl"} Address */
/** Queries, each with its question mark. @typedef {Partial<Record<Address, string>>} Queries */
/** The secrets of a run, which are never stored. @typedef {{ headers: Record<string, string> | undefined, queries: Queries }} Secrets */

/** @type {Address[]} */
const ADDRESSES = ["endpoint", "agentUrl"];

const QUERY = /\?[^#]*/;

/**
 * Separates queries that contain secrets from a target. `isSecret` is the core's rule for header
 * names.
 *
 * @template {Partial<Record<Address, string>>} T
 * @param {T} target
 * @param {(name: string) => boolean} isSecret
 * @returns {{ target: T, queries: Queries }}
 */
export function splitSecrets(target, isSecret) {
  /** @type {Queries} */
  const queries = {};
  const kept = { ...target };
  for (const name of ADDRESSES) {
    const [query = ""] = QUERY.exec(target[name] ?? "") ?? [];
    if (![...new URLSearchParams(query).keys()].some(isSecret)) continue;
    queries[name] = query;
    kept[name] = target[name]?.replace(QUERY, "");
  }
  return { target: kept, queries };
}

/**
 * Restores the queries of a target.
 *
 * @param {PlanTarget} target
 * @param {Queries} queries
 */
export function joinSecrets(target, queries) {
  const whole = { ...target };
  for (const name of ADDRESSES) {
    const query = queries[name];
    // The query belongs in front of the fragment.
    const address = whole[name];
    if (query !== undefined && address !== undefined)
      whole[name] = address.replace(/(?=#)|$/, () => query);
  }
  return whole;
}

/** @param {Queries} queries */
export const addressesWithQueries = (queries) => ADDRESSES.filter((name) => name in queries);

/** Parses a query, typed with or without its question mark. @param {string} typed */
export const parseQuery = (typed) => {
  const query = typed.trim().replace(/^\??/, "?");
  return /^\?[^\s?#]+$/.test(query) ? query : undefined;
};

/** Returns the number of questions of a plan. @param {Plan} plan */
export const questionCount = ({ targets, options }) =>
  targets.length * options.families.length * options.questions;

/** The options of each protocol, as members of a target. */
export const OPTIONS_OF = /** @type {Record<Protocol, readonly (keyof PlanTarget)[]>} */ ({
  auto: [],
  json: ["jsonBody", "replyPointer"],
  openai: ["model"],
  "openai-responses": ["model"],
  anthropic: ["model"],
  a2a: [],
  mcp: ["tool", "argument"],
  broker: ["uaid", "agentUrl"],
});

/** The options of all protocols, without duplicates. */
export const OPTIONS = [...new Set(Object.values(OPTIONS_OF).flat())];
