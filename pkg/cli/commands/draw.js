// proofmark draw: prints the questions that a seed draws.

import { readBank } from "../io/bank-files.js";
import { EXIT, Refusal } from "../exit.js";
import * as kinds from "../kinds.js";
import { omitUndefined, questionsOption } from "../options.js";

/** The number of questions per draw: few enough to stream. */
const BLOCK = 1000;

/** @type {import("../args.js").Command} */
export const draw = {
  name: "draw",
  summary: "print the questions that a seed draws, one JSON object per line",
  usage: ["draw --seed S [--family math,science] [-n N]"],
  about: "The same seed, entropy and subject always draw the same questions.",
  operands: [0, 0],
  options: {
    seed: { kind: kinds.text, value: "S", help: "any text", required: true },
    entropy: {
      kind: kinds.anyText,
      value: "E",
      help: "a public value from after the plan was published",
    },
    subject: {
      kind: kinds.text,
      value: "ID",
      help: "the agent that the questions are for; each one gets others",
    },
    family: {
      kind: kinds.list(kinds.text),
      value: "F",
      help: "math, science, or both (default: math)",
    },
    questions: questionsOption(1, { least: 0 }),
    start: { kind: kinds.integer(0), value: "N", help: "the first index (default: 0)" },
    bank: { kind: kinds.text, value: "FILE", help: "a private bank of science questions" },
  },
  examples: ["draw --seed s -n 3", "draw --seed s --family science -n 40 | jq .prompt"],
  async run({ options }, { api, out }) {
    const {
      seed,
      entropy,
      subject,
      family: families = ["math"],
      questions: count = 1,
      start = 0,
    } = options;
    const bank = options.bank === undefined ? undefined : await readBank(await api(), options.bank);
    // Find errors before anything is printed.
    const last = start + Math.max(0, count - 1);
    if (last > Number.MAX_SAFE_INTEGER)
      throw new Refusal(
        "draw.impossible",
        `--start and --questions: expected a last index of at most ${Number.MAX_SAFE_INTEGER}, found ${BigInt(start) + BigInt(count) - 1n}`,
      );
    for (const family of families) {
      const checked = {
        seed,
        entropy,
        subject,
        family,
        start: last,
        count: Math.min(count, 1),
        bank,
      };
      (await api()).generate(omitUndefined(checked));
    }
    for (const family of families) {
      for (let done = 0; done < count && !out.gone; done += BLOCK) {
        const block = Math.min(BLOCK, count - done);
        const questions = (await api()).generate(
          omitUndefined({
            seed,
            entropy,
            subject,
            family,
            start: start + done,
            count: block,
            bank,
          }),
        );
        await out.write(questions.map((question) => `${JSON.stringify(question)}\n`).join(""));
      }
    }
    return EXIT.passed;
  },
};
