// Sealing options of `run`: signing, the log, and withheld values.

import { Refusal } from "../exit.js";
import { splitLines, openChunks } from "../io/files.js";
import { readKey } from "../io/keys.js";
import * as kinds from "../kinds.js";
import { openOpenings } from "../io/openings.js";
import { omitUndefined } from "../options.js";
import { addPlaceToErrors } from "../io/refused.js";
import { plain, shown } from "../render/text.js";

/** @typedef {typeof import("../../index.d.ts")} Api */
/** @typedef {import("./earlier.js").Sealed} Sealed */

/** The sealing options. @type {Record<string, import("../args.js").Option>} */
export const SEALING = {
  key: {
    kind: kinds.text,
    value: "FILE",
    help: "sign with the key in this file, or with env:NAME in the variable NAME",
  },
  sign: {
    kind: kinds.choice(["records", "checkpoint"]),
    value: "WHAT",
    help: "sign each record (records, the default), or only the checkpoints (checkpoint), which is faster to verify",
  },
  "checkpoint-every": {
    kind: kinds.integer(1),
    value: "N",
    help: "also sign a checkpoint after every N records, not only at the end",
  },
  withhold: {
    kind: kinds.list(kinds.text),
    value: "WHAT",
    help: "replace these values by hashes: response, or response,expected with a private bank; the values are written to FILE.openings",
  },
};

/** @param {Record<string, any>} options */
export function checkSealing(options) {
  for (const name of ["sign", "checkpoint-every"]) {
    if (name in options && !("key" in options))
      throw new Refusal("cli.together", `--${name}: needs --key FILE`);
  }
  if ("withhold" in options && options.out === undefined)
    throw new Refusal("cli.together", "--withhold: needs --out FILE");
}

/**
 * Refuses sealing that differs from the file's records: it would publish withheld values, or leave
 * records unsigned.
 *
 * @param {Record<string, any>} options
 * @param {Sealed} sealed
 */
function checkSealingUnchanged({ key, withhold = [], out }, { evaluator, ...withheld }) {
  const where = (/** @type {number} */ line) => `${plain(out)}:${line}`;
  if (evaluator !== undefined && evaluator.is !== (key !== undefined)) {
    const [expected, is, found] = evaluator.is
      ? ["the key", "names its evaluator", "none"]
      : ["none", "names no evaluator", "one"];
    throw new Refusal(
      "cli.resume-terms",
      `--key: expected ${expected}, as the record at ${where(evaluator.line)} ${is}, found ${found}`,
    );
  }
  for (const [name, { is, line }] of Object.entries(withheld)) {
    if (is === withhold.includes(name)) continue;
    const expected = is
      ? `${shown(name)}, as the record at ${where(line)} withholds it`
      : `no ${shown(name)}, as the record at ${where(line)} has it open`;
    const found = withhold.length > 0 ? shown(withhold.join(",")) : "none";
    throw new Refusal("cli.resume-terms", `--withhold: expected ${expected}, found ${found}`);
  }
}

/**
 * Prepares the sealing of a run. `earlier` is the state of a resumed file.
 *
 * @param {Api} api
 * @param {Record<string, any>} options
 * @param {NodeJS.ProcessEnv} env
 * @param {import("./earlier.js").Earlier | null} earlier
 */
export async function createSealing(api, options, env, earlier) {
  const { key: source, sign, withhold, out } = options;
  if (earlier !== null) checkSealingUnchanged(options, earlier.sealed);
  const key = source === undefined ? undefined : await readKey(api, source, env);
  const every = options["checkpoint-every"];
  const log = key === undefined ? null : api.createLog(omitUndefined({ key, every }));
  if (log !== null && earlier !== null && earlier.end > 0) {
    const { chunks } = await openChunks(out, { end: earlier.end, reuse: true });
    for await (const { number, text } of splitLines(out, chunks))
      addPlaceToErrors(`${out}:${number}`, () => log.replay(text));
  }
  const openings = withhold === undefined ? null : await openOpenings(api, out, earlier);
  return {
    /** Options for `evaluate`. The log is managed here, because it belongs to the file. */
    options: omitUndefined({ key, sign, withhold, log: null }),
    /** The file of openings, if values are withheld. */
    openings,
    /**
     * Returns the lines to write for a record.
     *
     * @param {string} line
     * @param {string[]} [opens] The openings, which are written separately.
     */
    lines(line, opens = []) {
      openings?.append(opens);
      const checkpoint = log?.append(line);
      return checkpoint ? [line, checkpoint] : [line];
    },
    /** Returns the lines to write at the end. */
    end() {
      openings?.append([]);
      const checkpoint = log?.checkpoint();
      return checkpoint ? [checkpoint] : [];
    },
    close: () => openings?.close(),
  };
}
