// proofmark signals: converts between records, snapshots and stored fields.

import { EXIT } from "../exit.js";
import { openChunks } from "../io/files.js";
import * as kinds from "../kinds.js";
import { createLineErrors } from "../io/line-errors.js";
import { omitUndefined } from "../options.js";

/** @typedef {import("../args.js").Option} Option */

/** @type {Option} */
const FIELDS = {
  kind: kinds.choice(/** @type {const} */ (["a2a", "nanda"])),
  value: "F",
  help: "the stored fields to write: a2a (a2aSimple*) or nanda (nandaSimple*)",
};
/** @type {Option} */
const STRICT = { help: "stop at the first line or field that is refused, with exit code 2" };

const REPORTED =
  "Invalid lines and stored fields are reported on stderr with their line, with exit code 1. If there is no line, the exit code is 2.";

export const signalsImport = defineConversion({
  task: "import",
  summary: "move stored fields into the signals of a snapshot, as records",
  usage: "signals import FILE",
  about: `FILE has a snapshot on each line, of HCS-25 or of its reference SDK. If one of the fields of an eval is invalid, none of them is moved. ${REPORTED}`,
  options: { strict: STRICT },
  example: "signals import snapshots.ndjson > imported.ndjson",
});

export const signalsExport = defineConversion({
  task: "export",
  summary: "write the newest run of each eval as stored fields",
  usage: "signals export FILE --fields a2a|nanda",
  about: `FILE has a snapshot on each line, or is a record file. Writes a snapshot of each subject, with its fields. ${REPORTED}`,
  options: { fields: { ...FIELDS, required: true }, strict: STRICT },
  example: "signals export runs.ndjson --fields a2a > snapshots.ndjson",
});

export const signalsMerge = defineConversion({
  task: "merge",
  summary: "add the records of runs to snapshots",
  usage: "signals merge FILE RECORDS [--keep N] [--fields a2a|nanda]",
  about: `FILE has a snapshot on each line, RECORDS is a record file. Of each eval the newest runs are kept, so a failure replaces an older success. Subjects without a snapshot come last. ${REPORTED}`,
  options: {
    keep: {
      kind: kinds.integer(1),
      value: "N",
      help: "how many runs of each eval a snapshot keeps (default: 1); a score over the last N runs needs N",
    },
    fields: FIELDS,
    strict: STRICT,
  },
  example: "signals merge snapshots.ndjson runs.ndjson --keep 20 > merged.ndjson",
});

/**
 * Defines a command that converts a stream of lines.
 *
 * @param {{ task: "import" | "export" | "merge", summary: string, usage: string, about: string, options: Record<string, Option>, example: string }} definition
 * @returns {import("../args.js").Command}
 */
function defineConversion({ task, summary, usage, about, options: known, example }) {
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
      await stream(path, errors, asked, context);
      errors.close("refused or invalid", "thing");
      return errors.count > 0 ? EXIT.failed : EXIT.passed;
    },
  };
}

/**
 * Writes the converted lines of a file.
 *
 * @param {string} path
 * @param {ReturnType<typeof createLineErrors>} errors
 * @param {import("../../entry/score/index.d.ts").SignalsStreamOptions} options
 * @param {import("../main.js").Context} context
 */
async function stream(path, errors, options, { score, out, stdin }) {
  const chunks = path === "-" ? stdin : (await openChunks(path)).chunks;
  for await (const bytes of (await score()).signalsStream(errors.paced(chunks), options)) {
    await out.write(bytes);
    if (out.gone) return;
  }
  errors.checkFound("a line");
}
