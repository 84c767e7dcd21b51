// proofmark suite seal, check and crack: the commands for authors of suites.

import { FORCE_ADVICE, writeNew } from "../io/new-files.js";
import { EXIT, Refusal } from "../exit.js";
import { readTextIfGiven, readText } from "../io/files.js";
import * as kinds from "../kinds.js";
import { FORCE, FORMAT, omitUndefined, outOption } from "../options.js";
import { addPlaceToErrors } from "../io/refused.js";
import { crackLines, sealLines, statusLine, surveyLines } from "../render/suite-report.js";

/** @type {import("../args.js").Command} */
export const suiteSeal = {
  name: "suite seal",
  summary: "replace the answers of a suite by hashes, so that it can be published",
  usage: ["suite seal PLAIN.json --out SUITE.json"],
  about:
    "Every task gets its own salt. Warns of each answer that can be found by trying, with the number of guesses and the time they take. A salt does not prevent that.",
  operands: [1, 1],
  options: {
    out: outOption("the sealed suite to create", { required: true }),
    force: FORCE,
    "no-salt": {
      help: "use plain SHA-256, which other tools can read; one table of hashes attacks all tasks",
    },
    rate: {
      kind: kinds.integer(1),
      value: "N",
      help: "the guesses per second that warnings assume (default: 10000000000)",
    },
    format: FORMAT,
  },
  examples: ["suite seal plain.json --out suite.json"],
  async run({ operands: [path = ""], options }, context) {
    const api = await context.suite();
    const plain = await readText(path);
    const sealing = omitUndefined({ salted: !options["no-salt"], rate: options.rate });
    const { suite, digest, warnings } = addPlaceToErrors(path, () => api.sealSuite(plain, sealing));
    writeNew([{ path: options.out, text: suite }], { force: options.force, advice: FORCE_ADVICE });
    const made = { digest, out: options.out, warnings };
    await context.out.print(options.format, made, () =>
      sealLines({ ...api.checkSuite(suite), ...made }, context.out),
    );
    return EXIT.passed;
  },
};

/** @type {import("../args.js").Command} */
export const suiteCheck = {
  name: "suite check",
  summary: "check a suite against every rule, or a scorecard against its suite",
  usage: ["suite check SUITE.json [--scorecard CARD.json [--answers ANSWERS]]"],
  about:
    "Refuses a suite that breaks a rule. With --scorecard, checks that the scorecard is of this suite, that it has one result per task, that the right ones passed, and its signature. With --answers, also judges the answers again. An invalid scorecard gives exit code 1.",
  operands: [1, 1],
  options: {
    scorecard: { kind: kinds.text, value: "FILE", help: "the scorecard to check" },
    answers: {
      kind: kinds.text,
      value: "FILE",
      help: "the answers that the scorecard was made from",
    },
    format: FORMAT,
  },
  examples: ["suite check suite.json", "suite check suite.json --scorecard scorecard.json"],
  async run({ operands: [path = ""], options }, context) {
    if (options.answers !== undefined && options.scorecard === undefined)
      throw new Refusal("cli.together", "--answers: needs --scorecard FILE");
    const api = await context.suite();
    const suite = await readText(path);
    const survey = addPlaceToErrors(path, () => api.checkSuite(suite));
    const card = await readTextIfGiven(options.scorecard);
    const answers = await readTextIfGiven(options.answers);
    // Validate the answers first, so that errors name their file.
    if (answers !== undefined)
      await addPlaceToErrors(options.answers, () => api.runSuite(suite, { answers }));
    const status =
      card === undefined
        ? undefined
        : addPlaceToErrors(options.scorecard, () => api.checkScorecard(card, suite, { answers }));
    const found = { ...survey, ...(status && { scorecard: status }) };
    await context.out.print(options.format, found, () => [
      ...surveyLines(survey, context.out),
      ...(status ? ["", statusLine(status, context.out)] : []),
    ]);
    return status && !status.intact ? EXIT.failed : EXIT.passed;
  },
};

/** @type {import("../args.js").Command} */
export const suiteCrack = {
  name: "suite crack",
  summary: "show which answers of a sealed suite can be found by trying",
  usage: ["suite crack SUITE.json [--words FILE] [--bound N]"],
  about:
    "Tries letters, numbers and a list of words on every task, as anyone with the suite could. Exits with 1 if an answer was found.",
  operands: [1, 1],
  options: {
    words: { kind: kinds.text, value: "FILE", help: "a list of words to try, one per line" },
    bound: {
      kind: kinds.integer(1),
      value: "N",
      help: "the maximum number of hashes (default: 10000000)",
    },
    format: FORMAT,
  },
  examples: ["suite crack suite.json --words /usr/share/dict/words"],
  async run({ operands: [path = ""], options }, context) {
    const api = await context.suite();
    const suite = await readText(path);
    const words = await readTextIfGiven(options.words);
    const began = context.now();
    const trying = omitUndefined({ words, bound: options.bound });
    const cracked = addPlaceToErrors(path, () => api.crackSuite(suite, trying));
    const took = context.now() - began;
    await context.out.print(options.format, cracked, () => crackLines(cracked, took, context.out));
    return cracked.fallen.length > 0 ? EXIT.failed : EXIT.passed;
  },
};
