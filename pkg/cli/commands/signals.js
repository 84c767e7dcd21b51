// proofmark signals: converts between records, snapshots and stored fields.

import { EXIT } from "../exit.js";
import { openChunks } from "../io/files.js";
import * as kinds from "../kinds.js";
import { createLineErrors } from "../io/line-errors.js";
import { FORMAT, omitUndefined } from "../options.js";
import { counted, grouped, indented } from "../render/text.js";

/** @typedef {import("../args.js").Option} Option */

/** @type {Option} */
const FIELDS = {
  kind: kinds.choice(/** @type {const} */ (["a2a", "nanda"])),
  value: "F",
  help: "which stored fields are written: a2a (a2aSimple*) or nanda (nandaSimple*)",
};
/** @type {Option} */
const STRICT = { help: "stop at the first line or field that is refused, with exit code 2" };

const REPORTED =
  "What cannot be read, and every stored field that is invalid, is reported on stderr with its line; the exit code is then 1. Where there is no line, it is 2.";

/** @type {import("../args.js").Command} */
export const signalsCheck = {
  name: "signals check",
  summary: "which stored fields of a file of snapshots are invalid",
  usage: ["signals check FILE"],
  about:
    "Reads the a2aSimple* and nandaSimple* fields in subject.metadata.additional of every line. What is invalid is listed one by one with its line; the exit code is then 1. Where there is no line, it is 2.",
  operands: [1, 1],
  options: {
    format: FORMAT,
  },
  examples: ["signals check snapshots.ndjson"],
  async run({ operands: [path = "-"], options }, context) {
    const { out } = context;
    /** @type {import("../../index.d.ts").LineError[]} */
    const invalid = [];
    const errors = createLineErrors(path, false, context.err);
    const pretty = options.format !== "json";
    /** @param {import("../../index.d.ts").LineError} error */
    const onError = (error) => void (pretty ? errors.onError(error) : invalid.push(error));
    const evals = await stream(path, errors, { task: "import", onError }, context, () => {});
    errors.tellOthers();
    const count = pretty ? errors.count : invalid.length;
    const found = `${counted(evals, "eval")} in stored fields, ${count === 0 ? "nothing" : grouped(count)} invalid`;
    const text = pretty ? indented(found, out.columns) : JSON.stringify({ evals, invalid });
    await out.write(`${text}\n`);
    return count > 0 ? EXIT.failed : EXIT.passed;
  },
};

export const signalsImport = conversion({
  task: "import",
  summary: "stored fields as signal records",
  usage: "signals import FILE",
  about: `FILE has a snapshot on each line. Each eval in its stored fields becomes a record with its subject. ${REPORTED}`,
  options: { strict: STRICT },
  example: "signals import snapshots.ndjson > records.ndjson",
});

export const signalsExport = conversion({
  task: "export",
  summary: "the newest run of each eval as stored fields",
  usage: "signals export FILE --fields a2a|nanda",
  about: `FILE has snapshots, or is a record file; of that, a snapshot of each subject is written with its fields. ${REPORTED}`,
  options: { fields: { ...FIELDS, required: true }, strict: STRICT },
  example: "signals export runs.ndjson --fields a2a > snapshots.ndjson",
});

export const signalsMigrate = conversion({
  task: "migrate",
  summary: "stored fields as records among the signals of a snapshot",
  usage: "signals migrate FILE",
  about: `FILE has a snapshot on each line. The fields of an eval move together; those of an eval of which one is invalid stay as they are, so that nothing is lost. ${REPORTED}`,
  options: { strict: STRICT },
  example: "signals migrate snapshots.ndjson > migrated.ndjson",
});

export const signalsMerge = conversion({
  task: "merge",
  summary: "put the records of runs into snapshots",
  usage: "signals merge FILE RECORDS [--keep N] [--fields a2a|nanda]",
  about: `FILE has a snapshot on each line, RECORDS is a record file. Of each eval the newest runs stand, whatever came of them: a failure takes the place of an older success. A subject with records only comes at the end. ${REPORTED}`,
  options: {
    keep: {
      kind: kinds.integer(1),
      value: "N",
      help: "how many runs of each eval a snapshot keeps (default: 1); a windowed score needs as many as its window",
    },
    fields: FIELDS,
    strict: STRICT,
  },
  example: "signals merge snapshots.ndjson runs.ndjson --keep 20 > merged.ndjson",
});

/**
 * Defines a command that converts a stream of lines.
 *
 * @param {{ task: "import" | "export" | "migrate" | "merge", summary: string, usage: string, about: string, options: Record<string, Option>, example: string }} definition
 * @returns {import("../args.js").Command}
 */
function conversion({ task, summary, usage, about, options: known, example }) {
  const operands = task === "merge" ? 2 : 1;
  return {
    name: `signals ${task}`,
    summary,
    usage: [usage],
    about,
    operands: [operands, operands],
    options: known,
    examples: [example],
    async run({ operands: [path = "-", second], options }, context) {
      const { fields, keep, strict } = options;
      const errors = createLineErrors(path, strict, context.err, second);
      const records =
        second === undefined ? undefined : errors.paced((await openChunks(second)).chunks);
      const asked = { task, ...omitUndefined({ fields, keep, records }), onError: errors.onError };
      await stream(path, errors, asked, context, (bytes) => context.out.write(bytes));
      errors.close("refused or invalid", "thing");
      return errors.count > 0 ? EXIT.failed : EXIT.passed;
    },
  };
}

/**
 * @param {string} path
 * @param {ReturnType<typeof createLineErrors>} errors
 * @param {import("../../entry/score/index.d.ts").SignalsStreamOptions} options
 * @param {import("../main.js").Context} context
 * @param {(bytes: Uint8Array) => Promise<void> | void} write
 * @returns {Promise<number>} the number of lines written
 */
async function stream(path, errors, options, { score, out, stdin }, write) {
  const chunks = path === "-" ? stdin : (await openChunks(path)).chunks;
  const lines = (await score()).signalsStream(errors.paced(chunks), options);
  for (;;) {
    const { done, value } = await lines.next();
    if (done) {
      errors.checkFound("a line");
      return value.lines;
    }
    await write(value);
    if (out.gone) return 0;
  }
}
