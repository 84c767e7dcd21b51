// proofmark report: summarises a scorecard or a record file.

import { FORCE_ADVICE, writeNew } from "../io/new-files.js";
import { EXIT } from "../exit.js";
import { openChunks } from "../io/files.js";
import * as kinds from "../kinds.js";
import { createLineErrors } from "../io/line-errors.js";
import { FORCE, omitUndefined, outOption } from "../options.js";
import { withPlaceAsync } from "../io/refused.js";
import { PAPER } from "../render/paper.js";
import { reportLines } from "../render/results-report.js";
import { plain } from "../render/text.js";

export const REPORT_FORMAT = {
  kind: kinds.choice(/** @type {const} */ (["pretty", "markdown", "junit", "json", "html"])),
  value: "F",
  help: "pretty (default), markdown, junit, json, or html: one page that verifies what it carries",
};

/** @type {import("../args.js").Command} */
export const report = {
  name: "report",
  summary: "what a scorecard or a record file came to, for people and for other tools",
  usage: ["report FILE [--format pretty|markdown|junit|json|html] [--out FILE]"],
  about:
    "Failures first, counts by label and by stratum, and Wilson's interval on the score. A report verifies nothing by itself, except for the page: it carries the file and the verifier, and verifies it when it is opened, offline. A line that breaks off, as the last one does of a run that was killed, is reported on stderr and left out; the exit code is then 1. With - as FILE it reads what is piped in.",
  operands: [1, 1],
  options: {
    format: REPORT_FORMAT,
    out: outOption("where the report goes (default: stdout)"),
    force: FORCE,
    alpha: {
      kind: kinds.share,
      value: "A",
      help: "the error rate of the intervals (default: 0.05)",
    },
  },
  examples: ["report scorecard.json", "report r.ndjson --format html --out report.html"],
  async run({ operands: [path = "-"], options }, context) {
    const { out, stdin } = context;
    const api = await context.suite();
    const chunks = path === "-" ? stdin : (await openChunks(path)).chunks;
    const format = options.format ?? "pretty";
    const errors = createLineErrors(path, false, context.err);
    const asked = omitUndefined({
      format: format === "pretty" ? "json" : format,
      alpha: options.alpha,
    });
    const found = await withPlaceAsync(path === "-" ? "stdin" : path, () =>
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
