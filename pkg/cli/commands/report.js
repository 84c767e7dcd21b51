// proofmark report: summarises a scorecard or a record file.

import { FORCE_ADVICE, writeNew } from "../io/new-files.js";
import { EXIT } from "../exit.js";
import { openChunks, readTextIfGiven } from "../io/files.js";
import * as kinds from "../kinds.js";
import { createLineErrors } from "../io/line-errors.js";
import { FORCE, formatOption, omitUndefined, outOption } from "../options.js";
import { addPlaceToErrors } from "../io/refused.js";
import { PAPER } from "../render/paper.js";
import { reportLines } from "../render/results-report.js";
import { plain } from "../render/text.js";

export const REPORT_FORMAT = formatOption(
  ["pretty", "markdown", "junit", "csv", "json", "html"],
  "pretty (default), markdown, junit, csv, json, or html: a page that verifies its own file",
);

/** @type {import("../args.js").Command} */
export const report = {
  name: "report",
  summary: "summarise a record file or a scorecard, for people and for other tools",
  usage: ["report FILE [--format F] [--out FILE] [--answers FILE]"],
  about:
    "Lists failures first, with question, expected answer and reply; then counts, and the Wilson interval of the score. A report verifies nothing, except for the HTML page: it embeds the file and the verifier, and verifies the file offline when opened. A torn last line, as a killed run leaves, is skipped and reported on stderr, with exit code 1. - as FILE reads stdin.",
  operands: [1, 1],
  options: {
    format: REPORT_FORMAT,
    answers: {
      kind: kinds.text,
      value: "FILE",
      help: "the answers that the scorecard was made from, to show the replies",
    },
    out: outOption("the report file to create (default: stdout)"),
    force: FORCE,
    alpha: {
      kind: kinds.share,
      value: "A",
      help: "the error rate of the intervals (default: 0.05, for 95 % intervals)",
    },
  },
  examples: [
    "report r.ndjson --format html --out report.html",
    "report scorecard.json --answers answers.ndjson --format junit --out junit.xml",
  ],
  async run({ operands: [path = "-"], options }, context) {
    const { out, stdin } = context;
    const api = await context.suite();
    const chunks = path === "-" ? stdin : (await openChunks(path)).chunks;
    const format = options.format ?? "pretty";
    const errors = createLineErrors(path, false, context.err);
    const asked = omitUndefined({
      format: format === "pretty" ? "json" : format,
      alpha: options.alpha,
      answers: await readTextIfGiven(options.answers),
    });
    const found = await addPlaceToErrors(path === "-" ? "stdin" : path, () =>
      api.report(chunks, { ...asked, onError: errors.onError }),
    );
    errors.close("left out");
    const text =
      format === "pretty"
        ? reportLines(JSON.parse(found), options.out === undefined ? out : PAPER).join("\n")
        : found.trimEnd();
    if (options.out === undefined) {
      await out.write(`${text}\n`);
    } else {
      writeNew([{ path: options.out, text: `${text}\n` }], {
        force: options.force,
        advice: FORCE_ADVICE,
      });
      context.err.tell(`proofmark: the report is in ${plain(options.out)}\n`);
    }
    // The skipped line may be a failure.
    return errors.count > 0 ? EXIT.failed : EXIT.passed;
  },
};
