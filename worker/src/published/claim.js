// The claim about a subject, for images: its score by this registry, and its state. An image proves
// nothing, so it links to the page that verifies the records.

import { requireKnown } from "../api/answers.js";
import { toTextStream } from "./lines.js";

/** @typedef {import("../settings.js").Env} Env */
/** @typedef {{ label: string, message: string, color: string }} Claim */

/** How many intervals may pass without a run. */
const PATIENCE = 2;

/**
 * Returns the state of a subject and when it began: `new` without a scheduled run, `degraded` while
 * its circuit breaker is open, `stale` if scheduled runs are missing, else `current`.
 *
 * @param {{ every_ms: number, rest_from: number | null, rest_until: number | null }} row
 * @param {number | null} newest The time of its newest signal.
 * @param {number} now
 * @returns {{ state: "new" | "degraded" | "stale" | "current", since: number | null }}
 */
function subjectState({ every_ms, rest_from, rest_until }, newest, now) {
  if (newest === null) return { state: "new", since: null };
  if ((rest_until ?? 0) > now) return { state: "degraded", since: rest_from };
  if (now - newest > PATIENCE * every_ms) return { state: "stale", since: newest };
  return { state: "current", since: newest };
}

/** SQL: the subjects with what is claimed about them. */
const LISTED = `SELECT s.id, s.target ->> 'registry' AS registry, s.every_ms, s.rest_from,
  s.rest_until, n.summary FROM subjects s LEFT JOIN snapshots n ON n.subject = s.id
  WHERE s.left_at IS NULL`;

/** Returns a subject as the list of agents has it. @param {any} row @param {number} now */
function toListedAgent({ id, registry, summary, ...row }, now) {
  const { at = null, ...figures } = JSON.parse(summary ?? "{}");
  const { state, since } = subjectState(row, at, now);
  const time = (/** @type {number | null} */ ms) =>
    ms === null ? null : new Date(ms).toISOString();
  return {
    ...{ id, ...(registry === null ? {} : { registry }) },
    ...{ state, since: time(since), at: time(at), ...figures },
  };
}

/** The number of subjects per query. */
const PAGE = 2_000;

/**
 * Streams the list of subjects with what is claimed about them, by id, as JSON.
 *
 * @param {Env} env
 * @param {number} now
 */
export const listClaims = (env, now) => toTextStream(agentListParts(env, now));

/** @param {Env} env @param {number} now */
async function* agentListParts(env, now) {
  const page = env.DB.prepare(`${LISTED} AND s.id > ?1 ORDER BY s.id LIMIT ?2`);
  yield '{"agents":[';
  for (let after = "", more = true; more;) {
    const { results } = await page.bind(after, PAGE).all();
    const texts = results.map((/** @type {any} */ row) => JSON.stringify(toListedAgent(row, now)));
    const separator = after === "" || texts.length === 0 ? "" : ",";
    yield `${separator}${texts.join(",")}`;
    more = results.length === PAGE;
    after = results.at(-1)?.id;
  }
  yield "]}";
}

/**
 * Returns the claim about a subject. Refuses an unknown one.
 *
 * @param {Env} env
 * @param {string} id
 * @param {number} now
 * @returns {Promise<Claim>}
 */
export async function readClaim(env, id, now) {
  const row = await env.DB.prepare(`${LISTED} AND s.id = ?1`).bind(id).first();
  const { state, since, score } = toListedAgent(requireKnown("subject", row ?? undefined), now);
  const label = "trust score, claimed";
  if (state === "new") return { label, message: "not evaluated yet", color: "lightgrey" };
  const message = `${Math.round(score)} of 100`;
  if (state === "current") return { label, message, color: "blue" };
  return { label, message: `${message}, ${state} since ${since.slice(0, 10)}`, color: "lightgrey" };
}

/** Colours by the names that shields.io uses. @type {Record<string, string>} */
const COLORS = { blue: "#0b5fa5", lightgrey: "#6a6a6a" };

/**
 * Draws a claim as an SVG image that links to `page`.
 *
 * @param {Claim} claim
 * @param {string} page
 */
export function drawClaim({ label, message, color }, page) {
  const [left, right] = [label, message].map(estimateTextWidth);
  const width = /** @type {number} */ (left) + /** @type {number} */ (right);
  const text = (
    /** @type {string} */ content,
    /** @type {number} */ x,
    /** @type {number} */ room,
  ) => `<text x="${x + room / 2}" y="14" textLength="${room - 12}">${content}</text>`;
  const [a, b] = [/** @type {number} */ (left), /** @type {number} */ (right)];
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="20" role="img" aria-label="${label}: ${message}">` +
    `<title>${label}: ${message}. Follow the link to verify it.</title>` +
    `<a href="${escapeXml(page)}" target="_top"><rect width="${width}" height="20" rx="3" fill="#333"/>` +
    `<path d="M${a} 0h${b - 3}a3 3 0 0 1 3 3v14a3 3 0 0 1-3 3h-${b - 3}z" fill="${COLORS[color]}"/>` +
    `<g fill="#fff" text-anchor="middle" font-family="Verdana,DejaVu Sans,sans-serif" font-size="11">` +
    `${text(label, 0, a)}${text(message, a, b)}</g></a></svg>`
  );
}

/** Estimates the width of a text with its margins, in pixels. @param {string} text */
const estimateTextWidth = (text) => Math.round(text.length * 6.4) + 12;

/** @param {string} text */
const escapeXml = (text) =>
  text.replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("<", "&lt;");

/** Returns the path of the page that verifies a subject's newest run. @param {string} id */
export const agentPagePath = (id) => `/#/agents/${encodeURIComponent(id)}`;
