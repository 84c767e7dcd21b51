// Records the replies of a live run, one line each, so that an interrupted run can be resumed.

import { readFile } from "node:fs/promises";
import { Refusal, readError } from "../exit.js";
import { createRecordFile, extendRecordFile } from "../io/record-file.js";
import { addPlaceToErrors } from "../io/refused.js";
import { readTail } from "../io/tail.js";
import { RECORDING, checkTorn } from "../io/torn.js";

const LINE_FEED = 10;

/**
 * Opens the recording at `path`, and reads its complete lines. Without `resume` or `force` it must not
 * exist.
 *
 * @param {Pick<typeof import("../../entry/suite/index.d.ts"), "runSuite">} api
 * @param {string} suite The text of the suite.
 * @param {string} path
 * @param {{ resume?: boolean | undefined, force?: boolean | undefined }} options
 */
export async function openRecording(api, suite, path, { resume, force }) {
  const tail = resume ? await readTail(path, "a recording") : null;
  if (tail === null) {
    return {
      earlier: new Uint8Array(),
      replies: 0,
      torn: false,
      file: createRecordFile(path, { force }),
    };
  }
  const { size, end, before, torn } = tail;
  const bytes = await readFile(path).catch((error) => {
    throw readError(path, "a recording", error);
  });
  const earlier = bytes.subarray(0, end);
  const { answers } = await addPlaceToErrors(path, () => resumeRecording(api, suite, earlier));
  if (
    end === 0 &&
    !Buffer.from(answers ?? "")
      .subarray(0, torn.length)
      .equals(torn)
  )
    throw new Refusal("cli.resume-file", "not a recording of this suite", `${path}:1`);
  if (end > 0) checkTorn(path, torn, RECORDING);
  const file = extendRecordFile(path, { size, end, before });
  return { earlier, replies: countReplies(earlier), torn: torn.length > 0, file };
}

/**
 * Validates `earlier` and returns the start of the resumed recording. A run that is aborted before
 * it starts asks nothing.
 *
 * @param {Pick<typeof import("../../entry/suite/index.d.ts"), "runSuite">} api
 * @param {string} suite
 * @param {Uint8Array} earlier
 */
const resumeRecording = (api, suite, earlier) =>
  api.runSuite(suite, { ask: async () => "", resume: earlier, signal: AbortSignal.abort() });

/** Returns the number of replies. The first line is not a reply. @param {Uint8Array} lines */
function countReplies(lines) {
  const feeds = lines.reduce((sum, byte) => sum + Number(byte === LINE_FEED), 0);
  const whole = lines.length === 0 || lines.at(-1) === LINE_FEED;
  return Math.max(0, feeds + (whole ? 0 : 1) - 1);
}
