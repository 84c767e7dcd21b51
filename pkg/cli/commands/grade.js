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
  summary: "grade replies from other tools: NDJSON in, NDJSON out",
  usage: ["grade [FILE] [--strict]"],
  about:
    "Each line is an object. response is the reply. The question has one of three forms: kind math, with expected, and optionally given (the operands); kind choice, with options (2 to 26) and expected; or questionId, with choiceOrder for science. expected may be null; id is optional. Each output line has both readings. Without FILE, or with -, reads stdin. A line that cannot be graded is skipped and reported on stderr, with exit code 1. If there is no line, the exit code is 2.",
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
