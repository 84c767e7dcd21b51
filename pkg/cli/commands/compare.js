// proofmark compare: compares two results statistically.

import { FORCE_ADVICE, writeNew } from "../io/new-files.js";
import { EXIT } from "../exit.js";
import { openChunks } from "../io/files.js";
import * as kinds from "../kinds.js";
import { createLineErrors } from "../io/line-errors.js";
import { FORCE, formatOption, omitUndefined, outOption } from "../options.js";
import { addPlaceToErrors } from "../io/refused.js";
import { compareLines } from "../render/compare-report.js";
import { PAPER } from "../render/paper.js";
import { plain } from "../render/text.js";

/** @typedef {import("../../entry/suite/index.d.ts").TornLine} TornLine */

/** @type {import("../args.js").Command} */
export const compare = {
  name: "compare",
  summary: "show what changed between two runs, and whether it can be chance",
  usage: ["compare A B [--fail-on broken|regression] [--alpha 0.05]"],
  about:
    "A and B are record files, or scorecards of one suite; A is the earlier one. Results of the same task, or of the same question to the same subject, are paired. Runs with equal --seed, --entropy and --subject ask the same questions. Files with few pairs are also compared by their pass rates. A torn last line, as a killed run leaves, is skipped and reported on stderr, with exit code 1.",
  operands: [2, 2],
  options: {
    "fail-on": {
      kind: kinds.choice(["broken", "regression"]),
      value: "WHAT",
      help: "exit with 1 if: broken: anything that passed in A fails in B; regression: more broke than were fixed, and p is at most alpha; also if there are no pairs",
    },
    alpha: {
      kind: kinds.share,
      value: "A",
      help: "the largest p that is not taken for chance (default: 0.05)",
    },
    margin: {
      kind: kinds.share,
      value: "M",
      help: "the smallest difference that matters (default: 0.05)",
    },
    power: {
      kind: kinds.share,
      value: "P",
      help: "the probability of finding a difference, for the number of pairs needed (default: 0.8)",
    },
    format: formatOption(["pretty", "markdown", "json"], "pretty (default), markdown or json"),
    out: outOption("the file to create (default: stdout)"),
    force: FORCE,
  },
  examples: [
    "compare before.json after.json --fail-on broken",
    "compare monday.ndjson tuesday.ndjson --fail-on regression --format markdown",
  ],
  async run({ operands: [first = "", second = ""], options }, context) {
    const api = await context.suite();
    const { alpha, margin, power, "fail-on": failOn, format = "pretty" } = options;
    // The file that is being read is the one to blame for an error.
    let reading = first;
    /** @param {string} path */
    async function* chunks(path) {
      const opened = await openChunks(path);
      reading = path;
      yield* opened.chunks;
    }
    const tell = (/** @type {string} */ path, /** @type {TornLine[]} */ torn) => {
      const errors = createLineErrors(path, false, context.err);
      torn.forEach(errors.onError);
      errors.close("left out");
      return torn.length > 0;
    };
    const found = await addPlaceToErrors(
      () => reading,
      () =>
        api.compare(chunks(first), chunks(second), omitUndefined({ alpha, margin, power, failOn })),
    );
    const { text: _, markdown, figures: __, ...numbers } = found;
    const broken = [tell(first, found.torn.first), tell(second, found.torn.second)];
    const to = options.out === undefined ? context.out : PAPER;
    const text =
      format === "json"
        ? JSON.stringify(numbers)
        : format === "markdown"
          ? [markdown.trimEnd(), ...(found.gate ? [found.gate.text] : [])].join("\n\n")
          : compareLines(found, to).join("\n");
    if (options.out === undefined) {
      await context.out.write(`${text}\n`);
    } else {
      writeNew([{ path: options.out, text: `${text}\n` }], {
        force: options.force,
        advice: FORCE_ADVICE,
      });
      context.err.tell(`proofmark: the comparison is in ${plain(options.out)}\n`);
    }
    // The skipped line may be a regression.
    const ended = broken.includes(true) ? EXIT.failed : EXIT.passed;
    return found.gate?.passed === false ? EXIT.failed : ended;
  },
};
