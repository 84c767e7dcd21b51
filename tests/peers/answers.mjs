// The right answers to the questions of one seed, which the peers of these tests know.

import { evaluate, generate } from "../../pkg/entry/core/node.js";

const SEED = "peers";
const SUBJECT = "urn:peer";
const RUNS = 6;

/** The answers, by prompt. @type {Map<string, string>} */
export const ANSWERS = new Map(
  /** @type {const} */ (["math", "science"]).flatMap((family) =>
    generate({ seed: SEED, subject: SUBJECT, family, count: RUNS }).map(
      ({ prompt, expected }) => /** @type {[string, string]} */ ([prompt, expected]),
    ),
  ),
);

/** Returns the reply of an executor to `prompt`. @param {string} prompt */
export const answerTo = (prompt) => ANSWERS.get(prompt) ?? "this was not asked";

/**
 * Runs math and science against a peer, and says how each question ended.
 *
 * @param {import("../../pkg/index.d.ts").Target} target
 */
export async function outcomes(target) {
  const { records } = await evaluate({
    ...target,
    subject: SUBJECT,
    seed: SEED,
    questions: RUNS,
    budget: 300_000,
  });
  return {
    protocols: [...new Set(records.map(({ subject }) => subject.protocol))],
    outcomes: records.map(({ data }) => data.cause ?? data.outcome),
  };
}

/** Returns the expected run if every answer is right. @param {string} protocol */
export const allRight = (protocol) => ({
  protocols: [protocol],
  outcomes: Array.from({ length: 2 * RUNS }, () => "correct"),
});

/**
 * Listens on loopback until the test ends.
 *
 * @param {import("node:test").TestContext} t
 * @param {import("node:http").Server} server
 */
export async function listen(t, server) {
  await new Promise((resolve) => server.listen(0, "127.0.0.1", () => resolve(undefined)));
  t.after(() => {
    server.close();
    server.closeAllConnections();
  });
  const { port } = /** @type {import("node:net").AddressInfo} */ (server.address());
  return `http://127.0.0.1:${port}`;
}
