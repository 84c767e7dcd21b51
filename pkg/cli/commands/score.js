// proofmark score: computes trust scores of a stream of subjects.

import { EXIT, Refusal } from "../exit.js";
import { openChunks, readText } from "../io/files.js";
import { readKeyText } from "../io/keys.js";
import * as kinds from "../kinds.js";
import { createLineErrors } from "../io/line-errors.js";
import { formatOption, omitUndefined } from "../options.js";
import { addPlaceToErrors } from "../io/refused.js";
import { createExplanations, createScores } from "../render/score-report.js";
import { formatCount } from "../render/text.js";

/** @type {import("../args.js").Command} */
export const score = {
  name: "score",
  summary: "compute the HCS-25 trust score of each subject from its signals",
  usage: ["score FILE --config C [--explain] [--min-score N] [--format F] [--key KEY]"],
  about:
    "FILE is a record file, or has a snapshot on each line: a subject with its signals, or with stored fields (a2aSimple*, nandaSimple*). - reads stdin. The records are not verified; use proofmark verify. A line that cannot be scored is skipped and reported on stderr, with exit code 1. If no line can be scored, the exit code is 2.",
  operands: [1, 1],
  options: {
    config: { kind: kinds.text, value: "C", help: "the scoring configuration", required: true },
    earlier: {
      kind: kinds.text,
      value: "C",
      help: "a configuration with which scores were published; refuses a changed configuration whose version is not higher",
      repeat: true,
    },
    at: {
      kind: kinds.text,
      value: "TIME",
      help: "the time of scoring, such as 2026-11-20T17:00:00Z (default: now)",
    },
    explain: {
      help: "show every step from a field to the score, and what one more question could change",
    },
    key: {
      kind: kinds.text,
      value: "KEY",
      help: "sign each score: a file from keygen, or env:NAME; needs --format ndjson or json",
    },
    "min-score": {
      kind: kinds.score,
      value: "N",
      help: "exit with 1 if the score of a subject is below this, or no subject was scored",
    },
    strict: { help: "stop at the first line that cannot be scored, with exit code 2" },
    format: formatOption(
      ["pretty", "json", "ndjson"],
      "pretty (default), json (one array) or ndjson (a line per subject)",
    ),
  },
  examples: [
    "score snapshots.ndjson --config config.json",
    "score runs.ndjson --config config.json --explain",
    "score snapshots.ndjson --config new.json --earlier old.json --format ndjson > scores.ndjson",
    "score runs.ndjson --config config.json --key key.json --format ndjson > scores.ndjson",
  ],
  async run({ operands: [path = "-"], options }, context) {
    const { out, err, stdin } = context;
    const { at: updatedAt, explain, format = "pretty", "min-score": least } = options;
    if (options.key !== undefined && (explain || format === "pretty"))
      throw new Refusal("cli.together", "--key: needs --format ndjson or json, without --explain");
    const key = options.key && (await readKeyText(options.key, context.env));
    const api = await context.score();
    const config = await readConfig(api, options.config, options.earlier ?? []);
    // Scoring an empty snapshot validates the time.
    addPlaceToErrors("--at", () =>
      api.computeTrustScore(config, { subject: { id: "any" } }, omitUndefined({ updatedAt })),
    );
    const chunks = path === "-" ? stdin : (await openChunks(path)).chunks;
    const errors = createLineErrors(path, options.strict, err);

    const rest = { onError: errors.onError, updatedAt, explain, key };
    const scored = api.scoreStream(errors.paced(chunks), { config, ...omitUndefined(rest) });
    const report = explain ? createExplanations(out) : createScores(out);
    let below = 0;
    let first = true;
    for await (const bytes of scored) {
      if (least !== undefined || format === "pretty") {
        for (const found of parseObjects(bytes)) {
          if (least !== undefined && (found.trustScore ?? found.total) < least) below++;
          if (format === "pretty") report.add(found);
        }
      }
      if (format === "ndjson") await out.write(bytes);
      if (format === "json") {
        const lines = decodeText(bytes).trimEnd().replaceAll("\n", ",\n");
        await out.write(`${first ? "[\n" : ",\n"}${lines}`);
      }
      first = false;
      if (out.gone) break;
    }
    errors.checkFound("a snapshot or a record", !first || out.gone);
    if (format === "json") await out.write(first ? "[\n]\n" : "\n]\n");
    if (format === "pretty") await out.write(`${report.lines().join("\n")}\n`);
    errors.close("could not be scored");
    if (below > 0)
      err.tell(`proofmark: ${formatCount(below, "subject")} below --min-score ${least}\n`);
    // With --min-score, at least one subject must have been scored.
    const none = least !== undefined && first && !out.gone;
    if (none) err.tell(`proofmark: --min-score ${least}: no subject was scored\n`);
    return errors.count > 0 || below > 0 || none ? EXIT.failed : EXIT.passed;
  },
};

/**
 * Reads a configuration, and checks it against earlier ones.
 *
 * @param {typeof import("../../entry/score/index.d.ts")} api
 * @param {string} path
 * @param {string[]} earlier
 */
async function readConfig(api, path, earlier) {
  /** @type {import("../../entry/score/index.d.ts").PublishedConfig[]} */
  const published = [];
  for (const path of earlier) {
    const text = await readText(path);
    published.push(addPlaceToErrors(path, () => api.checkScoreConfig(text)));
  }
  const text = await readText(path);
  addPlaceToErrors(path, () => api.checkScoreConfig(text, published));
  return text;
}

const decoder = new TextDecoder();
const decodeText = (/** @type {Uint8Array} */ bytes) => decoder.decode(bytes);

/** Parses complete NDJSON. @param {Uint8Array} bytes */
function* parseObjects(bytes) {
  for (const line of decodeText(bytes).split("\n")) if (line !== "") yield JSON.parse(line);
}
