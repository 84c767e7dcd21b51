// proofmark compare: compares two results statistically.

import { FORCE_ADVICE, writeNew } from "../io/new-files.js";
import { EXIT } from "../exit.js";
import { openChunks } from "../io/files.js";
import * as kinds from "../kinds.js";
import { createLineErrors } from "../io/line-errors.js";
import { FORCE, formatOption, omitUndefined, outOption } from "../options.js";
import { withPlaceAsync } from "../io/refused.js";
import { compareLines } from "../render/compare-report.js";
import { PAPER } from "../render/paper.js";
import { plain } from "../render/text.js";

/** @typedef {import("../../entry/suite/index.d.ts").TornLine} TornLine */

/** @type {import("../args.js").Command} */
export const compare = {
  name: "compare",
  summary: "what changed from one run to another, and whether that can be chance",
  usage: ["compare A B [--fail-on broken|regression] [--alpha 0.05]"],
  about:
    "A and B are scorecards of one suite, or record files; B is judged against A. Tasks are paired by id, questions by subject and question: runs with equal --seed, --entropy and --subject ask the same. Files with few pairs are also compared by their pass rates. A torn last line, as a killed run leaves, is reported on stderr and skipped; the exit code is then 1.",
  operands: [2, 2],
  options: {
    "fail-on": {
      kind: kinds.choice(["broken", "regression"]),
      value: "WHAT",
      help: "exit with 1: broken: if anything that passed fails now (for suites); regression: if more broke than were fixed and p is at most alpha (for samples); also if the files have nothing in common",
    },
    alpha: { kind: kinds.share, value: "A", help: "the error rate (default: 0.05)" },
    margin: {
      kind: kinds.share,
      value: "M",
      help: "the smallest difference that matters (default: 0.05)",
    },
    power: {
      kind: kinds.share,
      value: "P",
      help: "the certainty that the number needed is for (default: 0.8)",
    },
    format: formatOption(["pretty", "markdown", "json"], "pretty (default), markdown or json"),
    out: outOption("where it goes (default: stdout)"),
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
    const found = await withPlaceAsync(
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
