// The questions of the probe and of one run, with their answers, for agents that know both.

import { generate } from "../../pkg/entry/core/node.js";

export const SEED = "agents";
export const SUBJECT = "urn:agent";
export const QUESTIONS = 3;

/** The answers, by prompt. @type {Map<string, string>} */
export const ANSWERS = new Map([
  ["What is 58 + 67? Reply with only the number.", "125"],
  .../** @type {const} */ (["math", "science"]).flatMap((family) =>
    generate({ seed: SEED, subject: SUBJECT, family, count: QUESTIONS }).map(
      ({ prompt, expected }) => /** @type {[string, string]} */ ([prompt, expected]),
    ),
  ),
]);

/** @param {unknown} prompt */
export const answerTo = (prompt) => ANSWERS.get(String(prompt)) ?? `You said: ${prompt}`;

export const KEY = "a-key-of-the-tests";
