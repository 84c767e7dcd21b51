// What run does so that its records prove themselves: the key, the log, what is withheld.

import { appendFileSync, existsSync } from "node:fs";
import { Breakdown, Refusal, reason } from "./exit.js";
import { linesOf, openChunks } from "./files.js";
import { readKey } from "./keys.js";
import * as kinds from "./kinds.js";
import { given } from "./options.js";
import { at } from "./refused.js";
import { plain } from "./render/text.js";

/** @typedef {typeof import("../index.d.ts")} Api */
/** @typedef {ReturnType<typeof import("./record-file.js").createRecordFile>} RecordFile */

/** Only the owner may read it. */
const PRIVATE = 0o600;

/** The options of run that this file reads. @type {Record<string, import("./args.js").Option>} */
export const SEALING = {
  key: {
    kind: kinds.text,
    value: "FILE",
    help: "sign with the key of this file, or of the variable NAME for env:NAME",
  },
  sign: {
    kind: kinds.choice(["records", "checkpoint"]),
    value: "WHAT",
    help: "records (default), or only the checkpoints, which cost less to verify",
  },
  "checkpoint-every": {
    kind: kinds.whole(1),
    value: "N",
    help: "records to a checkpoint, beside the one at the end",
  },
  withhold: {
    kind: kinds.list(kinds.text),
    value: "WHAT",
    help: "keep response, or response,expected of a private bank, to yourself; FILE.openings opens them",
  },
};

/** @param {Record<string, any>} options */
export function checkSealing(options) {
  for (const name of ["sign", "checkpoint-every"]) {
    if (name in options && !("key" in options))
      throw new Refusal(`--${name}: expected --key FILE with it, found none`);
  }
  if ("withhold" in options && options.out === undefined)
    throw new Refusal("--withhold: expected --out FILE with it, found none");
}

/**
 * What is sealed, and where it goes. `earlier` says where the lines of a file that is gone on with
 * end.
 *
 * @param {Api} api
 * @param {Record<string, any>} options
 * @param {NodeJS.ProcessEnv} env
 * @param {{ end: number } | null} earlier
 */
export async function createSealing(api, options, env, earlier) {
  const { key: source, sign, withhold, out } = options;
  const key = source === undefined ? undefined : await readKey(api, source, env);
  const every = options["checkpoint-every"];
  const log = key === undefined ? null : api.createLog(given({ key, every }));
  if (log !== null && earlier !== null && earlier.end > 0) {
    const { chunks } = await openChunks(out, { end: earlier.end, reuse: true });
    for await (const { number, text } of linesOf(out, chunks))
      at(`${out}:${number}`, () => log.replay(text));
  }
  const openings = withhold === undefined ? null : `${out}.openings`;
  if (openings !== null && earlier === null && existsSync(openings))
    throw new Refusal(`${plain(openings)}: expected no such file, found one`);
  return {
    /** For `evaluate`, which leaves the log to us: it is that of the file. */
    options: given({ key, sign, withhold, log: null }),
    openings,
    /**
     * The lines that go into the file for a record.
     *
     * @param {string} line
     * @param {string[]} [opens] What is kept apart.
     */
    lines(line, opens = []) {
      if (openings !== null && opens.length > 0) append(openings, opens);
      const checkpoint = log?.append(line);
      return checkpoint ? [line, checkpoint] : [line];
    },
    /** What goes at the end of the file. */
    end() {
      const checkpoint = log?.checkpoint();
      return checkpoint ? [checkpoint] : [];
    },
  };
}

/** @param {string} path @param {string[]} lines */
function append(path, lines) {
  try {
    appendFileSync(path, lines.map((line) => `${line}\n`).join(""), { mode: PRIVATE });
  } catch (error) {
    throw new Breakdown(`${plain(path)}: expected to be able to write, found ${reason(error)}`);
  }
}
