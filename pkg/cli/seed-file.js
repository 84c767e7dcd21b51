// The seed of a committed run while it is under way. Records name it, but a run that was killed
// before its first record could not be gone on with.

import {
  closeSync,
  existsSync,
  fsyncSync,
  openSync,
  readFileSync,
  rmSync,
  statSync,
  writeSync,
} from "node:fs";
import { Breakdown, Refusal, reason, unreadable } from "./exit.js";

/**
 * The file beside the record file at `out` that keeps its seed.
 *
 * @param {string} out
 */
export function seedFile(out) {
  const path = `${out}.seed`;
  // A command that died before it wrote its seed has committed to nothing.
  const isThere = () => existsSync(path) && (existsSync(out) || !isEmpty(path));
  return {
    /** What a run that did not end has left, if one did. */
    read() {
      if (!isThere()) return null;
      const seed = readable(path, () => readFileSync(path, "utf8")).trimEnd();
      if (seed !== "") return seed;
      throw new Refusal("cli.resume-file", "expected a seed, found nothing", path);
    },
    /** Refuses to go on where a run has left its seed. */
    checkNone() {
      if (!isThere()) return;
      throw new Refusal(
        "cli.file-exists",
        "expected no such file, found one; add --resume to go on with its run",
        path,
      );
    },
    /** Keeps the seed for nobody else to read, and hands it to the disk. @param {string} seed */
    keep(seed) {
      written(path, () => {
        if (!isThere()) rmSync(path, { force: true });
        const file = openSync(path, "wx", 0o600);
        try {
          const bytes = Buffer.from(`${seed}\n`);
          for (let from = 0; from < bytes.length;) from += writeSync(file, bytes, from);
          fsyncSync(file);
        } catch (error) {
          // What was not kept whole commits to nothing, and must not stand in the way.
          rmSync(path, { force: true });
          throw error;
        } finally {
          closeSync(file);
        }
      });
    },
    /** The run is closed: its records name the seed. */
    drop: () => written(path, () => rmSync(path, { force: true })),
  };
}

/**
 * Why a run that has no record yet cannot be gone on with where that file is gone.
 *
 * @param {string} out
 * @param {string} where Where the run begins.
 * @param {boolean} [commits] Whether --commit was typed, which takes no --seed beside it.
 */
export function lostSeed(out, where, commits = false) {
  const seed = `--seed${commits ? " in place of --commit" : ""}`;
  return new Refusal(
    "host.seed",
    `expected the seed that the run at ${where} commits to, found no such file; give it with ${seed}`,
    `${out}.seed`,
  );
}

/** @param {string} path */
function isEmpty(path) {
  const found = readable(path, () => statSync(path));
  return found.isFile() && found.size === 0;
}

const KEEPS = "a file to keep the seed in";

/** @template T @param {string} path @param {() => T} act */
function readable(path, act) {
  try {
    return act();
  } catch (error) {
    throw unreadable(path, KEEPS, error);
  }
}

/** @param {string} path @param {() => void} act */
function written(path, act) {
  try {
    act();
  } catch (error) {
    throw new Breakdown("cli.file-unwritable", `expected ${KEEPS}, found ${reason(error)}`, path);
  }
}
