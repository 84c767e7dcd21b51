import { runSuite } from "../hosts/suite.js";
import vectors from "./vectors.js";

/**
 * What one consumer prints: the digest of all that the API answered to the shared vectors.
 *
 * @param {import("../hosts/suite.js").Api & { ready(): Promise<void> }} core
 * @param {import("../hosts/suite.js").Api & { ready(): Promise<void> }} suites
 */
export async function report(core, suites) {
  await Promise.all([core.ready(), suites.ready()]);
  const { cases, failures, digest } = await runSuite({ ...core, ...suites }, vectors);
  return failures.length === 0 && cases > 0 ? digest : `failed: ${failures[0] ?? "no cases"}`;
}
