// Why a page got no answer. A browser does not say; trying in several ways does. Only the endpoint
// that was asked is tried.

import { together } from "./plan.js";

const PATIENCE = 5000;

/** @typedef {"offline" | "mixed" | "cors" | "dropped" | "unreachable" | "redirect"} Why */

/** The causes behind which a browser hides what happened. */
export const HIDDEN = ["network.unreachable", "redirect.refused"];

/**
 * @param {string} endpoint
 * @param {string} cause
 * @returns {Promise<Why>}
 */
export async function whyNot(endpoint, cause) {
  if (cause === "redirect.refused") return "redirect";
  if (!navigator.onLine) return "offline";
  const { protocol, hostname } = new URL(endpoint);
  const local = /^(?:(?:.+\.)?localhost|127(?:\.\d+){3}|\[::1\])$/.test(hostname);
  if (location.protocol === "https:" && protocol === "http:" && !local) return "mixed";
  // As the question was sent, so that the browser asks for leave first.
  if (await answers(endpoint, { headers: { "content-type": "application/json" } }))
    return "dropped";
  // Without leave: the answer cannot be read, but there is one.
  return (await answers(endpoint, { mode: "no-cors" })) ? "cors" : "unreachable";
}

/** @param {string} endpoint @param {RequestInit} how */
async function answers(endpoint, how) {
  try {
    const signal = AbortSignal.timeout(PATIENCE);
    const answer = await fetch(endpoint, {
      ...how,
      credentials: "omit",
      cache: "no-store",
      signal,
    });
    await answer.body?.cancel();
    return true;
  } catch {
    return false;
  }
}

/** What an agent has to answer for this page to read it. */
export const wantedHeaders = () =>
  [
    `Access-Control-Allow-Origin: ${location.origin}`,
    "Access-Control-Allow-Methods: GET, POST, OPTIONS",
    "Access-Control-Allow-Headers: *, Authorization",
  ].join("\n");

/** How `proofmark run` calls what a target says. */
const OPTIONS = /** @type {const} */ ([
  ["protocol", "protocol"],
  ["model", "model"],
  ["tool", "tool"],
  ["argument", "argument"],
  ["jsonBody", "json-body"],
  ["replyPointer", "reply-pointer"],
  ["uaid", "uaid"],
  ["agentUrl", "agent-url"],
  ["subject", "subject"],
]);

/**
 * The same run as a command of a POSIX shell. A header or a query that is kept nowhere is not
 * written either: variables of the environment stand for what it says.
 *
 * @param {import("./plan.js").PlanTarget} target
 * @param {import("./plan.js").Plan["options"]} options
 * @param {import("./plan.js").Secrets} secrets
 */
export function command(target, { families, runs, policy, budget }, { headers = {}, queries }) {
  const named = Object.entries(queries).map(([name, query]) => [
    name,
    // Two addresses may each have a key, and the two are not the same.
    withVariables(query, name === "agentUrl" ? "AGENT_URL" : "AGENT"),
  ]);
  const { endpoint, seed, ...rest } = together(target, Object.fromEntries(named));
  const run = flags([
    ["family", families.join(",")],
    ["runs", String(runs)],
    ["policy", policy],
    ["budget", `${budget / 1000}s`],
    ["seed", seed],
    ["out", "runs.ndjson"],
  ]);
  const told = OPTIONS.flatMap(([name, flag]) => {
    const value = rest[name];
    return value === undefined || value === "auto" ? [] : [[flag, value]];
  });
  const own = Object.keys(headers).map((name) => ["header", `${name}: ${variable(name)}`]);
  return `npx proofmark run ${quoted(endpoint)}${flags([...told, ...own])}${run}`;
}

/** @param {string[][]} options names and values */
const flags = (options) =>
  options
    .map(([name, value = ""]) => ` --${name}${value.startsWith("--") ? "=" : " "}${quoted(value)}`)
    .join("");

/** A word of a shell that stands for `text`. @param {string} text */
const quoted = (text) => (/^[\w@:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`);

/** The variable that stands for a value. @param {string} name @param {string} [of] whose it is */
const variable = (name, of = "AGENT") =>
  `\${${of}_${name.toUpperCase().replace(/[^A-Z0-9]+/g, "_")}}`;

/** A query with variables for its values. @param {string} query @param {string} of */
const withVariables = (query, of) =>
  query.replace(/([^?&=]+)(=[^&]*)?/g, (_, name, value) =>
    value === undefined ? variable("query", of) : `${name}=${variable(name, of)}`,
  );
