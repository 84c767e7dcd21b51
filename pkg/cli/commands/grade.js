// proofmark grade: grades a stream of replies.

import { readBank } from "../io/bank-files.js";
import { EXIT } from "../exit.js";
import { openChunks } from "../io/files.js";
import * as kinds from "../kinds.js";
import { createLineErrors } from "../io/line-errors.js";
import { omitUndefined } from "../options.js";

/** @type {import("../args.js").Command} */
export const grade = {
  name: "grade",
  summary: "grade replies, NDJSON in and NDJSON out",
  usage: ["grade [FILE] [--strict]"],
  about:
    "Each line is a reply and its question: response, and kind math with expected (and given, the operands), kind choice with options (2 to 26) and expected, or questionId (with choiceOrder for science). expected may be null, id may be any text. Each line out has both readings of it, in the same order. Without FILE, or with -, it reads what is piped in. A line that cannot be graded is reported on stderr and passed over; the exit code is then 1. Where there is no line, it is 2.",
  operands: [0, 1],
  options: {
    strict: { help: "stop at the first line that cannot be graded, with exit code 2" },
    bank: { kind: kinds.text, value: "FILE", help: "a private bank of science questions" },
  },
  examples: [
    `grade replies.ndjson > graded.ndjson`,
    `grade <<< '{"kind":"math","expected":"95","response":"It is 95."}'`,
  ],
  async run({ operands: [path = "-"], options }, { api, out, err, stdin }) {
    const bank = options.bank === undefined ? undefined : await readBank(await api(), options.bank);
    const chunks = path === "-" ? stdin : (await openChunks(path)).chunks;
    const errors = createLineErrors(path, options.strict, err);
    const { onError } = errors;
    const rows = errors.paced(chunks);
    for await (const bytes of (await api()).gradeStream(rows, omitUndefined({ onError, bank }))) {
      await out.write(bytes);
      if (out.gone) break;
    }
    errors.checkFound("a reply");
    errors.close("could not be graded");
    return errors.count > 0 ? EXIT.failed : EXIT.passed;
  },
};
