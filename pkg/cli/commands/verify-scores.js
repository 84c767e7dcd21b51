// proofmark verify, for signed scores: checks the signatures, and computes the scores again.

import { EXIT, Refusal } from "../exit.js";
import { openChunks, readText } from "../io/files.js";
import { addPlaceToErrors } from "../io/refused.js";
import { omitUndefined } from "../options.js";
import { indentAndWrap, plain, quoteForShell } from "../render/text.js";
import { verdicts } from "../../verify/words.js";

/** The options that apply to scores. */
const OPTIONS = ["config", "records", "trust", "format"];

/** The maximum number of signers or failures to list. */
const MOST = 20;

/** Reports whether a file starts like scores of this program. @param {Uint8Array} start */
export const isScores = (start) =>
  /^\s*\[?\s*\{\s*"breakdown"\s*:/.test(new TextDecoder().decode(start.subarray(0, 200)));

/**
 * Verifies signed scores.
 *
 * @param {Uint8Array} scores
 * @param {{ path: string, trust: string | undefined, options: Record<string, any> }} given
 * @param {import("../main.js").Context} context
 */
export async function verifyScores(scores, { path, trust, options }, context) {
  const other = Object.keys(options).find((name) => !OPTIONS.includes(name));
  if (other !== undefined)
    throw new Refusal("cli.together", `--${other}: does not apply to scores`, path);
  const api = await context.score();
  const config = options.config && (await readText(options.config));
  const records = options.records && (await openChunks(options.records)).chunks;
  const report = await addPlaceToErrors(
    (code) => (/^(?:score|id)\./.test(code) ? options.config : path),
    () => api.verifyScores(scores, omitUndefined({ config, records, trust })),
  );
  const { out } = context;
  await out.print(options.format, report, () => reportLines(report, { options, trust }, out));
  return report.verdict === "intact" ? EXIT.passed : EXIT.failed;
}

/**
 * @param {import("../../entry/score/index.d.ts").ScoresReport} report
 * @param {{ options: Record<string, any>, trust: string | undefined }} given
 * @param {import("../terminal.js").Output} out
 */
function reportLines({ verdict, text, scores }, { options, trust }, { palette, columns }) {
  const line = (/** @type {string} */ text) => indentAndWrap(text, columns);
  const signers = new Set(
    scores.flatMap(({ signer, name = signer }) => (signer === undefined ? [] : [name])),
  );
  const failed = scores.filter(({ code }) => code !== undefined);
  const lines = [...signers]
    .slice(0, MOST)
    .map((name) => palette.bold(line(`Signed by ${plain(name ?? "")}`)));
  for (const { subject, code, message } of failed.slice(1, MOST))
    lines.push(line(`${plain(subject)}: ${plain(message ?? "")} (${palette.red(code ?? "")})`));
  lines.push("", line(`${palette.bold(verdicts[verdict])}: ${plain(text)}.`));
  if (verdict === "intact") {
    const believed = trust === undefined ? "whether to trust the signer (--trust), " : "";
    const records = `whether the records are true; run proofmark verify ${quoteForShell(options.records)}`;
    lines.push(palette.dim(line(`Not checked: ${believed}${records}.`)));
  }
  return lines;
}
