// Why a page got no answer. A browser does not say; trying in several ways does. Only the endpoint
// that was asked is tried.

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
  const local = /^(localhost|127\.|\[::1\])/.test(hostname);
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

/**
 * The same run as a command.
 *
 * @param {import("./plan.js").PlanTarget} target
 * @param {import("./plan.js").Plan["options"]} options
 */
export function command({ endpoint, protocol }, { runs, families }) {
  const quoted = `'${endpoint.replaceAll("'", `'\\''`)}'`;
  const spoken = protocol === undefined || protocol === "auto" ? "" : ` --protocol ${protocol}`;
  return `npx proofmark run ${quoted}${spoken} --family ${families.join(",")} --runs ${runs} --out runs.ndjson`;
}
