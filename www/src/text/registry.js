// Texts of the Agents view.

/** The states of agents, and since when. @type {Record<"new" | "degraded" | "stale" | "current", (since: string) => string>} */
const states = {
  new: () => "not evaluated yet",
  degraded: (since) => `degraded since ${since}`,
  stale: (since) => `no run since ${since}`,
  current: () => "",
};

export const registry = {
  title: "Agents",
  about:
    "The agents of this registry, evaluated on a schedule. Each verdict is computed in your browser from the agent's newest run.",
  search: "Search",
  shown: (/** @type {number} */ n, /** @type {number} */ all) =>
    n === all
      ? `${all.toLocaleString()} agents`
      : `${n.toLocaleString()} of ${all.toLocaleString()} agents`,
  notLoaded: "The list of agents could not be read.",
  unknown: "This registry has no such agent.",
  all: "All agents",

  agent: "Agent",
  score: "Trust score",
  available: "Answered",
  latency: "Latency",
  newest: "Last run",
  verdict: "Verdict",
  notChecked: "Could not be checked",
  states,

  interval: (/** @type {string} */ range) => `95 % interval ${range}`,
  rightOf: (/** @type {string} */ right, /** @type {string} */ asked) =>
    `${right} of its newest ${asked} scheduled questions right`,
  answeredOf: (/** @type {string} */ answered, /** @type {string} */ asked) =>
    `${answered} of ${asked} answered`,
  median: (/** @type {string} */ time) => `median latency ${time}`,

  records: "Look at its records",
  verify: "Verify them",
  file: "Record file",
  trust: "Trust file",
  notRead: "The runs of this agent could not be read.",

  how: "How the score comes about",
  howAbout:
    "The share of right answers to the newest scheduled questions. One that was not answered counts as wrong.",

  runs: "Runs",
  runsAbout: "Only scheduled runs are scored. Requested ones are published all the same.",
  when: "When",
  kind: "Kind",
  requested: "requested",
  scheduled: "scheduled",
  answered: "Answered",
  right: "Right",

  served: "What it says it is",
  badge: "Badge",
  badgeAbout:
    "The first verifies the newest run in the visitor's browser; your site needs the script of the badge (npm package proofmark, folder badge). The second is an image: a claim that links here.",
};
