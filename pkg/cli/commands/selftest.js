// proofmark selftest: scores bots without knowledge.

import { MOST_DRAWN } from "../../util/validate.js";
import { readBank } from "../io/bank-files.js";
import { EXIT } from "../exit.js";
import * as kinds from "../kinds.js";
import { FORMAT, omitUndefined, questionsOption } from "../options.js";
import { selftestLines } from "../render/selftest-report.js";

/** @type {import("../args.js").Command} */
export const selftest = {
  name: "selftest",
  summary: "what bots that know nothing would score",
  usage: ["selftest [--family math,science] [--bank FILE] [-n N]"],
  about:
    "Plays nine bots against a family of questions, or against a private bank: an echo, a refusal, always A, and their like. A bank or a grader that gives them more than chance would give it to any agent.",
  operands: [0, 0],
  options: {
    family: {
      kind: kinds.list(kinds.text),
      value: "F",
      help: "math, science, or both (default: both; science with --bank)",
    },
    bank: { kind: kinds.text, value: "FILE", help: "a private bank of science questions" },
    questions: questionsOption(1000, { most: MOST_DRAWN }),
    seed: {
      kind: kinds.text,
      value: "S",
      help: "what the questions are drawn from (default: a fresh one)",
    },
    format: FORMAT,
  },
  examples: ["selftest", "selftest --bank bank.json -n 10000"],
  async run({ options }, context) {
    const api = await context.api();
    const bank = options.bank === undefined ? undefined : await readBank(api, options.bank);
    const {
      family: families = bank === undefined ? ["math", "science"] : ["science"],
      questions: count = 1000,
      seed = api.freshSeed(),
    } = options;
    const rows = families.flatMap((/** @type {import("../../index.d.ts").Family} */ family) =>
      api.selftest(omitUndefined({ family, seed, count, bank })).map((row) => ({ family, ...row })),
    );
    const text =
      options.format === "json"
        ? JSON.stringify({ seed, count, rows })
        : selftestLines({ seed, count, rows }, context.out).join("\n");
    await context.out.write(`${text}\n`);
    return EXIT.passed;
  },
};
