// proofmark suite seal, check and crack: the commands for authors of suites.

import { FORCE_ADVICE, writeNew } from "../io/new-files.js";
import { EXIT, Refusal } from "../exit.js";
import { readOptional, readText } from "../io/files.js";
import * as kinds from "../kinds.js";
import { FORCE, FORMAT, omitUndefined, outOption } from "../options.js";
import { withPlace, withPlaceAsync } from "../io/refused.js";
import { crackLines, sealLines, statusLine, surveyLines } from "../render/suite-report.js";

/** @type {import("../args.js").Command} */
export const suiteSeal = {
  name: "suite seal",
  summary: "replace the answers of a suite by their digests, so that it can be published",
  usage: ["suite seal PLAIN.json --out SUITE.json"],
  about:
    "Every task gets a salt of its own. An answer that can be found by trying is warned of, with the number of guesses and the time they take: a salt is no cure for a small answer space.",
  operands: [1, 1],
  options: {
    out: outOption("where the sealed suite goes", { required: true }),
    force: FORCE,
    "no-salt": { help: "plain SHA-256, which other tools read and one table can attack" },
    rate: {
      kind: kinds.integer(1),
      value: "N",
      help: "the guesses a second that warnings reckon with (default: 10000000000)",
    },
    format: FORMAT,
  },
  examples: ["suite seal plain.json --out suite.json"],
  async run({ operands: [path = ""], options }, context) {
    const api = await context.suite();
    const plain = await readText(path);
    const sealing = omitUndefined({ salted: !options["no-salt"], rate: options.rate });
    const { suite, digest, warnings } = withPlace(path, () => api.sealSuite(plain, sealing));
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
  summary: "hold a suite to every rule, or a scorecard to its suite",
  usage: ["suite check SUITE.json [--scorecard CARD.json [--answers ANSWERS]]"],
  about:
    "A suite that breaks a rule is refused. With a scorecard: it names this suite, has a result for each task, calls passed what the suite accepts, and its signature fits; with the answers as well, judging them again gives the same. What does not hold exits with 1.",
  operands: [1, 1],
  options: {
    scorecard: { kind: kinds.text, value: "FILE", help: "a scorecard that is to be of this suite" },
    answers: { kind: kinds.text, value: "FILE", help: "the answers that it was made from" },
    format: FORMAT,
  },
  examples: ["suite check suite.json", "suite check suite.json --scorecard scorecard.json"],
  async run({ operands: [path = ""], options }, context) {
    if (options.answers !== undefined && options.scorecard === undefined)
      throw new Refusal("cli.together", "--answers: needs --scorecard FILE");
    const api = await context.suite();
    const suite = await readText(path);
    const survey = withPlace(path, () => api.checkSuite(suite));
    const card = await readOptional(options.scorecard);
    const answers = await readOptional(options.answers);
    // Validate the answers first, so that errors name their file.
    if (answers !== undefined)
      await withPlaceAsync(options.answers, () => api.runSuite(suite, { answers }));
    const status =
      card === undefined
        ? undefined
        : withPlace(options.scorecard, () => api.checkScorecard(card, suite, { answers }));
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
    "Tries letters, numbers and a list of words on every task, as anyone could who has the suite. Exits with 1 if an answer was found.",
  operands: [1, 1],
  options: {
    words: { kind: kinds.text, value: "FILE", help: "words to try, one a line" },
    bound: {
      kind: kinds.integer(1),
      value: "N",
      help: "the hashes computed at most (default: 10000000)",
    },
    format: FORMAT,
  },
  examples: ["suite crack suite.json --words /usr/share/dict/words"],
  async run({ operands: [path = ""], options }, context) {
    const api = await context.suite();
    const suite = await readText(path);
    const words = await readOptional(options.words);
    const began = context.now();
    const trying = omitUndefined({ words, bound: options.bound });
    const cracked = withPlace(path, () => api.crackSuite(suite, trying));
    const took = context.now() - began;
    await context.out.print(options.format, cracked, () => crackLines(cracked, took, context.out));
    return cracked.fallen.length > 0 ? EXIT.failed : EXIT.passed;
  },
};
