// proofmark verify: verifies a record file.

import { isKey } from "../../verify/trust.js";
import { readBank, readManifest, readReveals } from "../io/bank-files.js";
import { EXIT } from "../exit.js";
import { openChunks, readText } from "../io/files.js";
import * as kinds from "../kinds.js";
import { FORMAT, omitUndefined } from "../options.js";
import { addPlaceToErrors } from "../io/refused.js";
import { durationText, rateText, sizeText } from "../render/amount.js";
import { progressBar, createProgress, joinFitting } from "../render/progress.js";
import {
  closingLines,
  failureLines,
  foreignFileSentence,
  planLines,
  scoresLine,
  stepsTable,
  signersAndSubjectsLines,
} from "../render/verify-report.js";
import { indentAndWrap } from "../render/text.js";
import { isScores, verifyScores } from "./verify-scores.js";

/** @type {import("../args.js").Command} */
export const verify = {
  name: "verify",
  summary: "check a record file: who signed, every draw, every grade, every run complete",
  usage: [
    "verify FILE [--trust FILE] [--subject ID] [--committed ID|FILE] [--max-age 7d]",
    "verify SCORES --config C --records FILE [--trust FILE]",
  ],
  about:
    "Draws every question and grades every reply again, and checks every signature and checkpoint. Prints each failure with its line, step and code. Without --trust it does not check who made the file. - as FILE reads stdin. In the second form, it computes scores again that score --key has signed.",
  operands: [1, 1],
  options: {
    require: {
      kind: kinds.list(kinds.text),
      value: "STEPS",
      help: "the steps that must pass on every record (default: schema,draw,grade)",
    },
    trust: {
      kind: kinds.text,
      value: "FILE",
      help: "the keys that you trust: a trust file, or one did:key:…",
    },
    subject: { kind: kinds.text, value: "ID", help: "the agent that every record must be about" },
    committed: {
      kind: kinds.text,
      value: "ID|FILE",
      help: "what the evaluator published before the run: a plan id, a run id, or a file of ids or run lines; other runs fail",
    },
    index: {
      kind: kinds.integer(0),
      value: "N",
      help: "check only the record at this position, from 0; its run may be incomplete",
    },
    "max-age": {
      kind: kinds.duration,
      value: "AGE",
      help: "the maximum age of a record, such as 90m, 24h or 7d",
    },
    bank: {
      kind: kinds.text,
      value: "FILE",
      help: "a private bank that the records may name",
      repeat: true,
    },
    manifest: {
      kind: kinds.text,
      value: "FILE",
      help: "the manifest of a private bank; records of any other private bank fail",
      repeat: true,
    },
    reveal: {
      kind: kinds.text,
      value: "FILE",
      help: "revealed items of a private bank, one per line",
      repeat: true,
    },
    openings: {
      kind: kinds.text,
      value: "FILE",
      help: "the openings of withheld values, if the record file does not contain them",
      repeat: true,
    },
    config: {
      kind: kinds.text,
      value: "C",
      help: "for signed scores: the scoring configuration",
    },
    records: {
      kind: kinds.text,
      value: "FILE",
      help: "for signed scores: the snapshots or records that were scored",
    },
    cores: {
      kind: kinds.integer(1, 64),
      value: "N",
      help: "the number of cores to use (default: all, up to 8)",
    },
    format: FORMAT,
  },
  examples: [
    "verify r.ndjson",
    "verify r.ndjson --trust trust.json --subject https://agent.example/a2a --max-age 7d",
    "verify r.ndjson --manifest manifest.json --require schema,draw,bank",
    "verify record.json --index 0 --trust trust.json --subject https://agent.example/a2a",
    "verify scores.ndjson --config config.json --records runs.ndjson --trust trust.json",
  ],
  async run({ operands: [path = "-"], options }, context) {
    const { out, err, stdin, now } = context;
    const { require, subject, index, "max-age": maxAge, cores } = options;
    const api = await context.api();
    /** @param {"bank" | "manifest" | "reveal" | "openings"} name @param {(path: string) => Promise<string | string[]>} read */
    const texts = (name, read) =>
      options[name] && Promise.all(options[name].map((/** @type {string} */ path) => read(path)));
    const banks = await texts("bank", (path) => readBank(api, path));
    const manifests = await texts("manifest", (path) => readManifest(api, path));
    const reveals = await texts("reveal", (path) => readReveals(api, path));
    const trust = options.trust && (await readTrust(api, options.trust));
    const openings = await texts("openings", (path) => readOpenings(api, path));
    const committed = options.committed && (await readCommitted(api, options.committed));
    const opened =
      path === "-" ? { chunks: stdin, size: undefined } : await openChunks(path, { reuse: true });
    const { size } = opened;
    const { start, chunks } = await peekStart(opened.chunks);
    if (options.config !== undefined || options.records !== undefined || isScores(start)) {
      return verifyScores(await concatenateChunks(chunks), { path, trust, options }, context);
    }

    const began = now();
    const done = { bytes: 0, records: 0 };
    const progress = createProgress(err, (columns) => {
      const taken = Math.max(now() - began, 1);
      const part = size ? done.bytes / size : 0;
      const left = part > 0 ? `${durationText(taken / part - taken)} left` : "";
      const rates = [
        done.records > 0 ? `${rateText(done.records, taken)} records` : "",
        done.bytes > 0 ? `${sizeText((1000 * done.bytes) / taken)}/s` : "",
      ];
      return joinFitting(
        [`  ${size ? progressBar(part, 16) : "verifying"}`, left, ...rates, sizeText(done.bytes)],
        columns,
      );
    });
    const asked = omitUndefined({
      ...{ require, trust, subject, committed, index, maxAge },
      ...{ banks, manifests, reveals: reveals?.flat(), openings },
    });
    const report = await api
      .verifyStream(chunks, {
        ...asked,
        ...omitUndefined({ cores }),
        onProgress: (bytes, records) => void Object.assign(done, { bytes, records }),
      })
      .finally(progress.stop);

    const foreign = foreignFileSentence(report, path === "-" ? "stdin" : path);
    if (options.format === "json") {
      await out.write(`${JSON.stringify(report)}\n`);
    } else if (foreign !== null) {
      await out.write(`${indentAndWrap(foreign, out.columns)}\n`);
    } else {
      const pace =
        report.records < 10_000 ? [] : [`  ${rateText(report.records, now() - began)} records`];
      const lines = [
        ...signersAndSubjectsLines(report, out),
        ...planLines(report, out),
        ...failureLines(report, out),
        // Without records the steps are meaningless.
        ...(report.records === 0 ? [] : [...stepsTable(report, out), ""]),
        scoresLine(report, out),
        ...pace,
        ...closingLines(report, { trust, subject, committed, maxAge }, out),
      ];
      await out.write(`${lines.join("\n")}\n`);
    }
    return report.passed ? EXIT.passed : EXIT.failed;
  },
};

/**
 * Returns the first chunk, and an iterable of all chunks including it.
 *
 * @param {AsyncIterable<Uint8Array>} chunks
 */
async function peekStart(chunks) {
  const source = chunks[Symbol.asyncIterator]();
  const { value, done } = await source.next();
  const start = done ? new Uint8Array() : Buffer.from(value);
  return {
    start,
    chunks: (async function* () {
      if (!done) yield start;
      yield* { [Symbol.asyncIterator]: () => source };
    })(),
  };
}

/** @param {AsyncIterable<Uint8Array>} chunks */
async function concatenateChunks(chunks) {
  const all = [];
  for await (const chunk of chunks) all.push(Buffer.from(chunk));
  return Buffer.concat(all);
}

/**
 * Reads and validates a file of openings.
 *
 * @param {typeof import("../../index.d.ts")} api
 * @param {string} path
 */
async function readOpenings(api, path) {
  const text = await readText(path);
  await addPlaceToErrors(path, () => api.verify("", { openings: [text] }));
  return text;
}

/**
 * Returns the published commitments: an id, or the contents of a file.
 *
 * @param {typeof import("../../index.d.ts")} api
 * @param {string} source
 */
async function readCommitted(api, source) {
  const text = /^[0-9a-f]{64}$/.test(source)
    ? source
    : await readText(source, { expected: "a plan id, a run id or a readable file" });
  await addPlaceToErrors(source, () => api.verify("", { committed: text }));
  return text;
}

/**
 * Returns the trusted key, or the contents of a trust file.
 *
 * @param {typeof import("../../index.d.ts")} api
 * @param {string} source
 */
async function readTrust(api, source) {
  const text = isKey(source)
    ? source
    : await readText(source, { expected: "one did:key:… or a readable trust file" });
  await addPlaceToErrors(source, () => api.verify("", { trust: text }));
  return text;
}
