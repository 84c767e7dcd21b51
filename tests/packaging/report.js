import { runSuite } from "../hosts/suite.js";
import vectors from "./vectors.js";

/** @typedef {import("../hosts/suite.js").Api} Api */
/** @typedef {{ ready(): Promise<void> }} Entry */

/**
 * The output of one consumer: the digest of all that the API answered to the shared vectors.
 *
 * @param {{ proofmark: Api & Entry, scores: Api & Entry, suites: Api & Entry, verifier: NonNullable<Api["verifier"]> }} entries
 */
export async function report({ proofmark, scores, suites, verifier }) {
  await Promise.all([proofmark, scores, suites, verifier].map((entry) => entry.ready()));
  const api = { ...proofmark, ...scores, ...suites, verifier };
  const { cases, failures, digest } = await runSuite(api, vectors);
  return failures.length === 0 && cases > 0 ? digest : `failed: ${failures[0] ?? "no cases"}`;
}
