// proofmark bank: checks, seals and reveals banks of science questions.

import { readBankText } from "../io/bank-files.js";
import { PRIVATE, writeNew } from "../io/new-files.js";
import { EXIT, Refusal } from "../exit.js";
import * as kinds from "../kinds.js";
import { FORMAT, omitUndefined, outOption, questionsOption } from "../options.js";
import { addPlaceToErrors } from "../io/refused.js";
import { bankLines, sealedBankLines } from "../render/bank-report.js";
import { botsLines } from "../render/bots-report.js";
import { MOST_DRAWN } from "../../util/validate.js";

/** @type {import("../args.js").Command} */
export const bankCheck = {
  name: "bank check",
  summary: "check a private bank of science questions against every rule",
  usage: ["bank check FILE", "bank check [FILE] --bots [-n N] [--seed S]"],
  about:
    "Refuses a bank that breaks a rule, naming the item and the rule. Otherwise counts its items by science and difficulty, and how often the longest option is the right one. --bots scores nine bots without knowledge (an echo, a refusal, always A …) on the bank, or without FILE on the public questions: if one scores more than chance (25 in science), agents can guess.",
  operands: [0, 1],
  options: {
    bots: { help: "show what bots without knowledge would score" },
    questions: questionsOption(1000, { most: MOST_DRAWN }),
    seed: {
      kind: kinds.text,
      value: "S",
      help: "the seed of the bots' questions (default: a fresh one)",
    },
    format: FORMAT,
  },
  examples: ["bank check bank.json", "bank check bank.json --bots -n 10000", "bank check --bots"],
  async run({ operands: [path], options }, context) {
    const { bots, questions: count = 1000, seed } = options;
    if (path === undefined && !bots)
      throw new Refusal("cli.operand", "bank check: expected FILE, --bots, or both");
    if (!bots && (options.questions ?? seed) !== undefined)
      throw new Refusal("cli.together", "bank check: --questions and --seed need --bots");
    const api = await context.api();
    const bank = path === undefined ? undefined : await readBankText(api, path);
    const survey = bank && addPlaceToErrors(path ?? "", () => api.checkBank(bank));
    const played = bots && playBots(api, bank, { count, seed: seed ?? api.freshSeed() });
    const lines = () => [
      ...(survey ? bankLines(survey, path ?? "", context.out) : []),
      ...(survey && played ? [""] : []),
      ...(played ? botsLines(played, context.out) : []),
    ];
    await context.out.print(options.format, { ...survey, ...(played && { bots: played }) }, lines);
    return EXIT.passed;
  },
};

/**
 * Answers questions with the bots: from a private bank, or from both public families.
 *
 * @param {typeof import("../../index.d.ts")} api
 * @param {string | undefined} bank
 * @param {{ seed: string, count: number }} options
 */
function playBots(api, bank, { seed, count }) {
  /** @type {import("../../index.d.ts").Family[]} */
  const families = bank === undefined ? ["math", "science"] : ["science"];
  const rows = families.flatMap((family) =>
    api.selftest(omitUndefined({ family, seed, count, bank })).map((row) => ({ family, ...row })),
  );
  return { seed, count, rows };
}

/** @type {import("../args.js").Command} */
export const bankSeal = {
  name: "bank seal",
  summary: "commit to a private bank: a manifest to publish, a sealed bank to keep",
  usage: ["bank seal FILE --out MANIFEST [--sealed FILE]"],
  about:
    "Gives every item a random salt, and a number as its name. Publish the manifest before the first run: it contains hashes of the items. Keep the sealed bank: runs take it as --bank, and without it no item can be revealed later.",
  operands: [1, 1],
  options: {
    out: outOption("the manifest to create", { required: true }),
    sealed: {
      kind: kinds.text,
      value: "FILE",
      help: "the sealed bank to create, readable by you only (default: bank.sealed.json next to bank.json)",
    },
    format: FORMAT,
  },
  examples: ["bank seal bank.json --out manifest.json"],
  async run({ operands: [path = ""], options }, context) {
    const { out: manifest, sealed = `${path.replace(/\.json$/, "")}.sealed.json` } = options;
    if (manifest === sealed)
      throw new Refusal("cli.together", "--sealed: must not be the file of --out");
    const api = await context.api();
    const bank = await readBankText(api, path);
    const texts = addPlaceToErrors(path, () => api.sealBank(bank));
    writeNew([
      { path: sealed, text: texts.bank, mode: PRIVATE },
      { path: manifest, text: texts.manifest },
    ]);
    const { id, root, items } = api.checkBank(texts.bank);
    const found = { id, root, items, manifest, sealed };
    await context.out.print(options.format, found, () => sealedBankLines(found, context.out));
    return EXIT.passed;
  },
};

/** @type {import("../args.js").Command} */
export const bankReveal = {
  name: "bank reveal",
  summary: "reveal items of a sealed bank, with proof that they were in it",
  usage: ["bank reveal FILE --id ID …"],
  about:
    "FILE is the sealed bank. Prints one reveal per line. A reveal contains nothing of other items.",
  operands: [1, 1],
  options: {
    id: {
      kind: kinds.text,
      value: "ID",
      help: "an item by its id in the sealed bank and in records",
      repeat: true,
      required: true,
    },
  },
  examples: [
    "bank reveal bank.sealed.json --id science:item-0007 --id science:item-0012 > reveals.ndjson",
    "verify r.ndjson --manifest manifest.json --reveal reveals.ndjson",
  ],
  async run({ operands: [path = ""], options }, context) {
    const api = await context.api();
    const bank = await readBankText(api, path);
    const reveals = addPlaceToErrors(path, () => api.revealItems(bank, options.id));
    await context.out.write(
      reveals.map((text) => `${JSON.stringify(JSON.parse(text))}\n`).join(""),
    );
    return EXIT.passed;
  },
};
