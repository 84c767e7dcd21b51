// Stores the seed of a committed run until it ends. Without it, a run that was killed before its
// first record could not be resumed.

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
import { ExecutionError, Refusal, readError, describeSystemError } from "../exit.js";
import { PRIVATE } from "../io/new-files.js";

/**
 * Returns the seed file of the record file at `out`.
 *
 * @param {string} out
 */
export function seedFile(out) {
  const path = `${out}.seed`;
  // An empty seed file without a record file comes from a command that died before committing.
  const isThere = () => existsSync(path) && (existsSync(out) || !isEmpty(path));
  return {
    /** Returns the seed of an unfinished run, or null. */
    read() {
      if (!isThere()) return null;
      const seed = withReadError(path, () => readFileSync(path, "utf8")).trimEnd();
      if (seed !== "") return seed;
      throw new Refusal("cli.resume-file", "has no seed", path);
    },
    /** Refuses to start if an unfinished run has left its seed. */
    checkNone() {
      if (!isThere()) return;
      throw new Refusal("cli.file-exists", "already exists; --resume continues its run", path);
    },
    /** Writes the seed with private permissions and flushes it to disk. @param {string} seed */
    keep(seed) {
      withWriteError(path, () => {
        if (!isThere()) rmSync(path, { force: true });
        const file = openSync(path, "wx", PRIVATE);
        try {
          const bytes = Buffer.from(`${seed}\n`);
          for (let from = 0; from < bytes.length;) from += writeSync(file, bytes, from);
          fsyncSync(file);
        } catch (error) {
          // An incomplete seed commits to nothing, and must not block the next run.
          rmSync(path, { force: true });
          throw error;
        } finally {
          closeSync(file);
        }
      });
    },
    /** Deletes the seed after the run has closed, because its records contain it. */
    drop: () => withWriteError(path, () => rmSync(path, { force: true })),
  };
}

/**
 * Returns the error of a run without records whose seed file is missing.
 *
 * @param {string} out
 * @param {string} where The line at which the run starts.
 * @param {boolean} [commits] True if --commit was typed, which excludes --seed.
 */
export function missingSeedError(out, where, commits = false) {
  const seed = `--seed${commits ? " in place of --commit" : ""}`;
  return new Refusal(
    "host.seed",
    `the seed of the run at ${where} is missing; give it with ${seed}`,
    `${out}.seed`,
  );
}

/** @param {string} path */
function isEmpty(path) {
  const found = withReadError(path, () => statSync(path));
  return found.isFile() && found.size === 0;
}

const KEEPS = "a file to keep the seed in";

/** @template T @param {string} path @param {() => T} act */
function withReadError(path, act) {
  try {
    return act();
  } catch (error) {
    throw readError(path, KEEPS, error);
  }
}

/** @param {string} path @param {() => void} act */
function withWriteError(path, act) {
  try {
    act();
  } catch (error) {
    throw new ExecutionError(
      "cli.file-unwritable",
      `expected ${KEEPS}, found ${describeSystemError(error)}`,
      path,
    );
  }
}
