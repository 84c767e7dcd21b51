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
  help: "which stored fields are written: a2a (a2aSimple*) or nanda (nandaSimple*)",
};
/** @type {Option} */
const STRICT = { help: "stop at the first line or field that is refused, with exit code 2" };

const REPORTED =
  "What cannot be read, and every stored field that is invalid, is reported on stderr with its line; the exit code is then 1. Where there is no line, it is 2.";

export const signalsImport = conversion({
  task: "import",
  summary: "move stored fields into the signals of a snapshot, as records",
  usage: "signals import FILE",
  about: `FILE has a snapshot on each line, also of the reference SDK, which has signals as a map. The fields of an eval move together; if one of them is invalid, all stay. ${REPORTED}`,
  options: { strict: STRICT },
  example: "signals import snapshots.ndjson > imported.ndjson",
});

export const signalsExport = conversion({
  task: "export",
  summary: "the newest run of each eval as stored fields",
  usage: "signals export FILE --fields a2a|nanda",
  about: `FILE has snapshots, or is a record file; of that, a snapshot of each subject is written with its fields. ${REPORTED}`,
  options: { fields: { ...FIELDS, required: true }, strict: STRICT },
  example: "signals export runs.ndjson --fields a2a > snapshots.ndjson",
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
 * @param {{ task: "import" | "export" | "merge", summary: string, usage: string, about: string, options: Record<string, Option>, example: string }} definition
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
