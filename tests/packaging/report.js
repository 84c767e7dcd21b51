import { runSuite } from "../hosts/suite.js";
import vectors from "./vectors.js";

/**
 * What one consumer prints: the digest of all that the API answered to the shared vectors.
 *
 * @param {(import("../hosts/suite.js").Api & { ready(): Promise<void> })[]} entries
 */
export async function report(...entries) {
  await Promise.all(entries.map((entry) => entry.ready()));
  const { cases, failures, digest } = await runSuite(Object.assign({}, ...entries), vectors);
  return failures.length === 0 && cases > 0 ? digest : `failed: ${failures[0] ?? "no cases"}`;
}
