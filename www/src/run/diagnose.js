// Finds out why a page got no answer, which browsers do not report, by further requests to the same
// endpoint.

import { joinSecrets } from "./plan.js";

const PATIENCE = 5000;

/** @typedef {"offline" | "mixed" | "cors" | "dropped" | "unreachable" | "redirect"} Why */

/** The causes for which a browser gives no details. */
export const OPAQUE_CAUSES = ["network.unreachable", "redirect.refused"];

/**
 * @param {string} endpoint
 * @param {string} cause
 * @returns {Promise<Why>}
 */
export async function diagnose(endpoint, cause) {
  if (cause === "redirect.refused") return "redirect";
  if (!navigator.onLine) return "offline";
  const { protocol, hostname } = new URL(endpoint);
  const local = /^(?:(?:.+\.)?localhost|127(?:\.\d+){3}|\[::1\])$/.test(hostname);
  if (location.protocol === "https:" && protocol === "http:" && !local) return "mixed";
  // This content type triggers a CORS preflight, as the question did.
  if (await isHostReachable(endpoint, { headers: { "content-type": "application/json" } }))
    return "dropped";
  // Without CORS the answer is unreadable, but shows that the endpoint exists.
  return (await isHostReachable(endpoint, { mode: "no-cors" })) ? "cors" : "unreachable";
}

/** @param {string} endpoint @param {RequestInit} how */
async function isHostReachable(endpoint, how) {
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

/** Returns the headers that an agent must send for this page to read its answers. */
export const corsHeaders = () =>
  [
    `Access-Control-Allow-Origin: ${location.origin}`,
    "Access-Control-Allow-Methods: GET, POST, OPTIONS",
    "Access-Control-Allow-Headers: *, Authorization",
  ].join("\n");

/** The members of a target with their options of `proofmark run`. */
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
 * Returns the equivalent `proofmark run` command for a POSIX shell. Secrets become references to
 * environment variables.
 *
 * @param {import("./plan.js").PlanTarget} target
 * @param {import("./plan.js").Plan["options"]} options
 * @param {import("./plan.js").Secrets} secrets
 */
export function terminalCommand(
  target,
  { families, questions, policy, budget },
  { headers = {}, queries },
) {
  const named = Object.entries(queries).map(([name, query]) => [
    name,
    // Two addresses may have different keys.
    replaceByVariables(query, name === "agentUrl" ? "AGENT_URL" : "AGENT"),
  ]);
  const { endpoint, seed, ...rest } = joinSecrets(target, Object.fromEntries(named));
  const run = commandFlags([
    ["family", families.join(",")],
    ["questions", String(questions)],
    ["policy", policy],
    ["budget", `${budget / 1000}s`],
    ["seed", seed],
    ["out", "runs.ndjson"],
  ]);
  const told = OPTIONS.flatMap(([name, flag]) => {
    const value = rest[name];
    return value === undefined || value === "auto" ? [] : [[flag, value]];
  });
  const own = Object.keys(headers).map((name) => ["header", `${name}: ${variableReference(name)}`]);
  return `npx --no-install proofmark run ${quoteForShell(endpoint)}${commandFlags([...told, ...own])}${run}`;
}

/** @param {string[][]} options pairs of name and value */
const commandFlags = (options) =>
  options
    .map(
      ([name, value = ""]) =>
        ` --${name}${value.startsWith("--") ? "=" : " "}${quoteForShell(value)}`,
    )
    .join("");

/** Quotes `text` for a shell. @param {string} text */
const quoteForShell = (text) =>
  /^[\w@:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;

/** Returns a reference to the environment variable for a value. @param {string} name @param {string} [of] the prefix of its name */
const variableReference = (name, of = "AGENT") =>
  `\${${of}_${name.toUpperCase().replace(/[^A-Z0-9]+/g, "_")}}`;

/** Replaces the values of a query by variables. @param {string} query @param {string} of */
const replaceByVariables = (query, of) =>
  query.replace(/([^?&=]+)(=[^&]*)?/g, (_, name, value) =>
    value === undefined ? variableReference("query", of) : `${name}=${variableReference(name, of)}`,
  );
