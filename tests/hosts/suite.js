// Runs the shared vectors against the API of whatever host this is. It uses nothing but what every
// host has, so that the same file runs in Node, Deno, Bun, browsers and edge workers.

import { AREAS, NATIVE_ONLY } from "./areas/index.js";
import { resolve } from "./shared.js";

/**
 * The entries of the package in one; `verifier` is the one that only verifies.
 *
 * @typedef {Partial<typeof import("../../pkg/index.d.ts") & typeof import("../../pkg/entry/score/index.d.ts") & typeof import("../../pkg/entry/suite/index.d.ts") & { verifier: typeof import("../../pkg/entry/verify/index.d.ts") }>} Api
 */
/** @typedef {Record<string, any>} Case */

/**
 * A file is its cases, or an object that has them as `cases` and the values that they share as
 * `shared`; a case without a name goes by its place.
 *
 * The runner of one area of the vectors: the keys that its files and cases may have beside the common
 * ones, and what the API makes of a case. The answer is compared with `expect`, or with what
 * `expected` makes of the case. `whole` is what the digest holds beside that, where the answer is
 * only a part of what was written. `nativeOnly` says why a case cannot be run here, if it cannot.
 *
 * @typedef {{
 *   fileKeys?: readonly string[],
 *   caseKeys: readonly string[],
 *   nativeOnly?(vector: Case): string | undefined,
 *   actual(api: Api, vector: Case, file: Record<string, any>): unknown,
 *   whole?(api: Api, vector: Case, file: Record<string, any>): unknown,
 *   expected?(vector: Case, file: Record<string, any>): unknown,
 * }} Area
 */

/** @typedef {{ area: string, file: string, text: string }} VectorFile */
/** @typedef {{ cases: number, failures: string[], digest: string, areas: Record<string, number> }} Report */

const FILE_KEYS = ["about", "shared", "cases"];
const CASE_KEYS = ["name", "why", "expect"];

/**
 * @param {Api} api
 * @param {VectorFile[]} vectors every `tests/vectors/AREA/FILE.json`, in order
 * @returns {Promise<Report>} `digest` is the hex SHA-256 of one line per case: area, file, name and
 *   what the API answered, as canonical JSON
 */
export async function runSuite(api, vectors) {
  /** @type {string[]} */
  const failures = [];
  /** @type {string[]} */
  const lines = [];
  /** @type {Record<string, number>} */
  const areas = {};

  for (const { area: name, file, text } of vectors) {
    if (Object.hasOwn(NATIVE_ONLY, name)) continue;
    const area = Object.hasOwn(AREAS, name) ? AREAS[name] : undefined;
    if (area === undefined) {
      failures.push(`${file}: expected an area with a runner, found ${name}`);
      continue;
    }
    const parsed = JSON.parse(text);
    const content = Array.isArray(parsed) ? { cases: parsed } : parsed;
    refuseUnknown(content, [...FILE_KEYS, ...(area.fileKeys ?? [])], file, failures);
    const names = new Set();
    for (const [index, written] of content.cases.entries()) {
      const vector = resolve(written, content.shared ?? {});
      vector.name ??= `case ${index}`;
      const label = `${file}: ${vector.name}`;
      if (names.has(vector.name))
        failures.push(`${label}: expected a name of its own, found it twice`);
      names.add(vector.name);
      refuseUnknown(vector, [...CASE_KEYS, ...area.caseKeys], label, failures);
      if (area.nativeOnly?.(vector) !== undefined) continue;
      const expected = canonical(area.expected ? area.expected(vector, content) : vector.expect);
      const actual = canonical(await answer(() => area.actual(api, vector, content)));
      if (actual !== expected) failures.push(`${label}: expected ${expected}, found ${actual}`);
      const whole = area.whole;
      const rest = whole ? canonical(await answer(() => whole(api, vector, content))) : "";
      lines.push(`${canonical([name, file, vector.name])}\t${actual}${rest}\n`);
      areas[name] = (areas[name] ?? 0) + 1;
    }
  }
  return { cases: lines.length, failures, digest: await sha256(lines.join("")), areas };
}

/**
 * @param {object} value
 * @param {string[]} known
 * @param {string} where
 * @param {string[]} failures
 */
function refuseUnknown(value, known, where, failures) {
  for (const key of Object.keys(value)) {
    if (!known.includes(key)) failures.push(`${where}: expected a known key, found ${key}`);
  }
}

/** @param {() => unknown} call what it answers, or `{ error: CODE }` for a refusal with a code */
async function answer(call) {
  try {
    return await call();
  } catch (error) {
    const { name, code, message } = /** @type {any} */ (error);
    return name === "ProofmarkError" ? { error: code } : { thrown: `${name}: ${message}` };
  }
}

/**
 * JSON with sorted keys.
 *
 * @param {unknown} value
 * @returns {string}
 */
export function canonical(value) {
  const sorted = JSON.stringify(value, (_, part) =>
    part !== null && typeof part === "object" && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  );
  return sorted ?? "null";
}

/** @param {string} text */
async function sha256(text) {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, "0")).join("");
}
