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
 */

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
