// What a run is going to ask, as it is kept: everything but secrets.

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
 * @property {{ families: Family[], runs: number, policy: Policy, budget: number, concurrency: number }} options
 * @property {boolean} fleet Whether the addresses are those of the sample fleet, which is on this
 *   machine; an address that was typed may be private too, but not what it leads to.
 * @property {boolean} headers Whether headers are needed, which are kept nowhere.
 * @property {Address[]} [queries] The addresses whose query is needed and kept nowhere, because it
 *   holds a secret.
 */

/** The members of a target that are addresses. @typedef {"endpoint" | "agentUrl"} Address */
/** Queries with their question marks. @typedef {Partial<Record<Address, string>>} Queries */
/** What a run needs and nothing keeps. @typedef {{ headers: Record<string, string> | undefined, queries: Queries }} Secrets */

/** @type {Address[]} */
const ADDRESSES = ["endpoint", "agentUrl"];

const QUERY = /\?[^#]*/;

/**
 * A target apart from the queries of its addresses that hold a secret, by the rule that says which
 * names of headers do.
 *
 * @template {Partial<Record<Address, string>>} T
 * @param {T} target
 * @param {(name: string) => boolean} isSecret
 * @returns {{ target: T, queries: Queries }}
 */
export function apart(target, isSecret) {
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
 * The target with its queries again.
 *
 * @param {PlanTarget} target
 * @param {Queries} queries
 */
export function together(target, queries) {
  const whole = { ...target };
  for (const name of ADDRESSES) {
    const query = queries[name];
    // It stands before the fragment, if there is one.
    const address = whole[name];
    if (query !== undefined && address !== undefined)
      whole[name] = address.replace(/(?=#)|$/, () => query);
  }
  return whole;
}

/** @param {Queries} queries */
export const addressesOf = (queries) => ADDRESSES.filter((name) => name in queries);

/** A query as it is typed: with its question mark or without. @param {string} typed */
export const queryOf = (typed) => {
  const query = typed.trim().replace(/^\??/, "?");
  return /^\?[^\s?#]+$/.test(query) ? query : undefined;
};

/** How many questions a plan asks. @param {Plan} plan */
export const questions = ({ targets, options }) =>
  targets.length * options.families.length * options.runs;

/** The options of a protocol, by the names that targets have for them. */
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

/** All of them, each once. */
export const OPTIONS = [...new Set(Object.values(OPTIONS_OF).flat())];
