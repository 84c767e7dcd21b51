// The agents of the registry that serves this page, if one does.

import { routeTo } from "../route.js";

/**
 * An agent. Figures are of its newest scheduled questions; one that is `new` has none.
 *
 * @typedef {object} Agent
 * @property {string} id
 * @property {string} [registry]
 * @property {"new" | "degraded" | "stale" | "current"} state
 * @property {string | null} since The time since which it is in this state.
 * @property {string | null} at The time of its newest record.
 * @property {number} [score]
 * @property {[number, number]} [interval] The 95 % interval of the score.
 * @property {number} [asked]
 * @property {number} [answered]
 * @property {[number, number]} [available] The 95 % interval of the share answered.
 * @property {number} [right]
 * @property {number | null} [medianMs]
 */

/** @typedef {import("../parts/virtual-table.js").Sort} Sort */

/** @type {Promise<Response | undefined> | undefined} */
let asking;
/** @type {Promise<Agent[]> | undefined} */
let loading;

/** Requests the agents, once. Returns undefined if no registry serves this page. */
const requestAgents = () =>
  (asking ??= fetch("./agents.json").then(
    (answer) =>
      answer.ok && answer.headers.get("content-type")?.includes("json") ? answer : undefined,
    () => undefined,
  ));

/** Reports whether a registry serves this page. */
export const isRegistry = async () => (await requestAgents()) !== undefined;

/** Loads the agents, once. */
export const loadAgents = () => (loading ??= fetchAgents());

/** @returns {Promise<Agent[]>} */
async function fetchAgents() {
  const answer = await requestAgents();
  return answer === undefined ? [] : (await answer.json()).agents;
}

/** The value of an agent by which a column sorts. @type {Record<string, (agent: Agent) => string | number | null | undefined>} */
const VALUES = {
  agent: ({ id }) => id.toLowerCase(),
  points: ({ score }) => score,
  available: ({ asked = 0, answered = 0 }) => (asked === 0 ? undefined : answered / asked),
  medianMs: ({ medianMs }) => medianMs,
  newest: ({ at }) => at,
};

/** The order at first. @type {Sort} */
export const BEST_FIRST = { by: "points", down: true };

/**
 * Returns the agents whose id or registry contains `search`, in an order. Agents without the value
 * come last.
 *
 * @param {Agent[]} agents
 * @param {string} search
 * @param {Sort} sort
 */
export function filterAndSort(agents, search, { by, down }) {
  const wanted = search.trim().toLowerCase();
  const found = agents.filter(({ id, registry = "" }) =>
    `${id}\n${registry}`.toLowerCase().includes(wanted),
  );
  const valueOf = VALUES[by] ?? VALUES.agent;
  const keyed = found.map((agent) => ({ agent, value: valueOf?.(agent) }));
  keyed.sort((a, b) => {
    if (a.value == null || b.value == null)
      return Number(a.value == null) - Number(b.value == null);
    return a.value < b.value ? (down ? 1 : -1) : a.value > b.value ? (down ? -1 : 1) : 0;
  });
  return keyed.map(({ agent }) => agent);
}

/** Returns the address of an agent's page. @param {string} id */
export const agentPageUrl = (id) => routeTo("agents", encodeURIComponent(id));

/** Returns the path of an agent's data. @param {string} id @param {string} name */
export const agentDataPath = (id, name) => `/subjects/${encodeURIComponent(id)}/${name}`;
