// Prints how often readings of labelled replies agree with the labels, for the package and for other
// graders.
//
//   npm run accuracy -- [--peers] [--twin[=FILE]] [--set NAME] [--half a|b] [--errors SET] [--json]
//   node scripts/accuracy.mjs --floors
//
// --peers   also inspect_ai, lm-evaluation-harness and Math-Verify, in a Python environment in
//           `tests/accuracy/.venv` (about 500 MB)
// --twin    the reference implementation instead of the package
// --set     one set only
// --half    the rows whose ids hash to an even (a) or an odd (b) first byte
// --errors  lists the rows of a set that proofmark misreads
// --floors  the repository's own set only; fails below 99.9 %, or if a reply without an answer yields one

import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { parseArgs } from "node:util";

import { BASELINES, ours, twin } from "../tests/accuracy/extractors.mjs";
import { OWN, same, sets } from "../tests/accuracy/sets.mjs";
import { ROOT, Refusal, script } from "./lib.mjs";
import { environment, program } from "./python.mjs";

const FLOOR = 0.999;
/** The number of rows to read before timing starts. */
const WARM_UP = 200;
const FOLDER = join(ROOT, "tests/accuracy");
const TWIN = join(ROOT, "tests/reference/grading.mjs");

/** @typedef {import("../tests/accuracy/sets.mjs").Row} Row */
/** @typedef {import("../tests/accuracy/extractors.mjs").Reading} Reading */
/** @typedef {"right" | "wrong" | "missed" | "falsePick"} Verdict */
/** @typedef {{ set: string, reader: string, rows: number, right: number, wrong: number, missed: number, falsePick: number, microseconds: number }} Line */

/**
 * Returns the verdict on a reading that picked an answer or none.
 *
 * @param {Row} row
 * @param {boolean} picked
 * @param {(answer: string) => boolean} is Reports whether the answer picked is this one.
 * @returns {Verdict}
 */
function verdict({ label }, picked, is) {
  if ("not" in label) return picked && is(label.not) ? "wrong" : "right";
  if (label.answer === null) return picked ? "falsePick" : "right";
  if (!picked) return "missed";
  return is(label.answer) ? "right" : "wrong";
}

/** @param {Row} row @param {string | null} answer */
const judge = (row, answer) =>
  verdict(row, answer !== null, (other) => answer !== null && same(answer, other));

/**
 * @param {string} set
 * @param {string} reader
 * @param {Verdict[]} verdicts
 * @param {number} milliseconds
 * @returns {Line}
 */
function tally(set, reader, verdicts, milliseconds) {
  const count = (/** @type {Verdict} */ wanted) => verdicts.filter((one) => one === wanted).length;
  return {
    ...{ set, reader, rows: verdicts.length, right: count("right"), wrong: count("wrong") },
    ...{ missed: count("missed"), falsePick: count("falsePick") },
    microseconds: (milliseconds * 1000) / Math.max(verdicts.length, 1),
  };
}

/** Reads the rows with the Python graders. @param {string} set @param {Row[]} rows */
function readAsPeers(set, rows) {
  const input = rows.map(({ kind, options, response, label }) => ({
    ...{ kind, options, response },
    answer: "not" in label ? label.not : label.answer,
  }));
  const { status, stdout, stderr } = spawnSync(
    program(FOLDER, "python"),
    [join(FOLDER, "peers.py")],
    { input: JSON.stringify(input), encoding: "utf8", maxBuffer: 1 << 28 },
  );
  if (status !== 0) throw new Refusal(`accuracy: peers.py failed\n${stderr}`);
  const { seconds, ...readings } = JSON.parse(stdout);
  return Object.entries(readings).map(([name, found]) =>
    tally(
      set,
      name,
      /** @type {[boolean, boolean][]} */ (found).map(([picked, is], place) =>
        verdict(/** @type {Row} */ (rows[place]), picked, () => is),
      ),
      seconds[name] * 1000,
    ),
  );
}

/** @param {Line[]} lines */
function print(lines) {
  const columns = ["rows", "right", "%", "wrong pick", "missed", "false pick", "µs/reply"];
  let set = "";
  for (const line of lines) {
    if (line.set !== set) {
      set = line.set;
      console.log(`\n${set.padEnd(30)}${columns.map((name) => name.padStart(11)).join("")}`);
    }
    const share = ((100 * line.right) / Math.max(line.rows, 1)).toFixed(2);
    const cells = [line.rows, line.right, share, line.wrong, line.missed, line.falsePick];
    const row = [...cells, line.microseconds.toFixed(1)];
    console.log(
      `  ${line.reader.padEnd(28)}${row.map((cell) => String(cell).padStart(11)).join("")}`,
    );
  }
}

/** Shortens a reply to one line. @param {string} text @param {number} most */
function shortened(text, most) {
  const line = JSON.stringify(text).slice(1, -1);
  const side = (most - 3) / 2;
  return line.length <= most ? line : `${line.slice(0, side)} … ${line.slice(-side)}`;
}

/** @param {Row} row @param {Reading} reading */
function printError({ id, kind, given, options, response, label }, { answer, rule }) {
  const intended = "not" in label ? `not ${label.not}` : (label.answer ?? "none");
  console.log(`${id}: intended ${intended}, read ${answer ?? "none"} (${rule})`);
  console.log(`    ${kind === "math" ? given.join(" ") : options.join(" | ").slice(0, 200)}`);
  console.log(`    ${shortened(response, 600)}`);
}

/**
 * Prints differences from the test tables of other graders that `peer-differences.json` does not
 * explain, and its explanations that no longer apply.
 *
 * @param {{ row: Row, verdict: Verdict, reading: Reading }[]} cases
 */
function printDifferences(cases) {
  /** @type {{ reason: string, ids: string[] }[]} */
  const reasons = JSON.parse(readFileSync(join(FOLDER, "peer-differences.json"), "utf8"));
  const known = new Set(reasons.flatMap(({ ids }) => ids));
  const differing = cases.filter((one) => one.verdict !== "right");
  const unexplained = differing.filter(({ row }) => !known.has(row.id));
  const explained = differing.length - unexplained.length;
  console.log(
    `\ntest tables of other graders: ${cases.length - differing.length} agree, ${explained} differ for a reason, ${unexplained.length} without one`,
  );
  for (const { row, reading } of unexplained) printError(row, reading);
  const read = new Set(cases.map(({ row }) => row.id));
  const needed = new Set(differing.map(({ row }) => row.id));
  for (const { reason, ids } of reasons) {
    for (const id of ids.filter((id) => read.has(id) && !needed.has(id))) {
      console.log(`no longer differs: ${id} (${reason})`);
    }
  }
}

/** Parses the arguments. `--twin` without a value is the repository's reference implementation. */
function parse() {
  const args = process.argv
    .slice(2)
    .map((argument) => (argument === "--twin" ? `--twin=${TWIN}` : argument));
  const { values } = parseArgs({
    args,
    options: {
      ...{ peers: { type: "boolean" }, json: { type: "boolean" }, floors: { type: "boolean" } },
      ...{ twin: { type: "string" }, set: { type: "string" }, errors: { type: "string" } },
      half: { type: "string" },
    },
  });
  return values;
}

script(import.meta.url, async () => {
  const options = parse();
  const { half } = options;
  if (half !== undefined && half !== "a" && half !== "b") {
    throw new Refusal(`accuracy: --half takes a or b, not ${half}`);
  }
  const name = options.floors ? OWN : (options.set ?? options.errors);
  const wanted = sets({ name, half });
  if (wanted.length === 0) throw new Refusal(`accuracy: unknown set ${name}`);
  if (options.peers) await environment(FOLDER, "accuracy", ["--no-deps"]);

  const readers = options.twin
    ? await twin(pathToFileURL(resolve(options.twin)).href)
    : await ours();
  /** @type {Line[]} */
  const lines = [];
  /** @type {{ row: Row, verdict: Verdict, reading: Reading }[]} */
  const tests = [];
  for (const { name, rows, leftOut } of wanted) {
    const title = leftOut > 0 ? `${name} (${leftOut} left out)` : name;
    for (const [place, { name: reader, read }] of [...readers, ...BASELINES].entries()) {
      rows.slice(0, WARM_UP).forEach((row) => read(row));
      const start = performance.now();
      const readings = rows.map((row) => read(row));
      const milliseconds = performance.now() - start;
      const cases = rows.flatMap((row, at) => {
        const reading = readings[at];
        return reading ? [{ row, reading, verdict: judge(row, reading.answer) }] : [];
      });
      if (cases.length === 0) continue;
      lines.push(
        tally(
          title,
          reader,
          cases.map((one) => one.verdict),
          milliseconds,
        ),
      );
      if (place > 0) continue;
      tests.push(...cases.filter(({ row }) => row.isTest));
      if (options.errors !== name) continue;
      for (const { row, reading, verdict } of cases) {
        if (verdict !== "right") printError(row, reading);
      }
    }
    if (options.peers) lines.push(...readAsPeers(title, rows));
  }
  if (options.json) {
    console.log(JSON.stringify(lines, null, 2));
    return;
  }
  print(lines);
  if (tests.length > 0) printDifferences(tests);
  const own = lines[0];
  if (!options.floors || own === undefined) return;
  const rate = own.right / own.rows;
  if (rate < FLOOR || own.falsePick > 0) {
    throw new Refusal(
      `accuracy: ${(100 * rate).toFixed(2)} % right and ${own.falsePick} false picks; the floors are 99.9 % and none. --errors ${OWN} lists them`,
    );
  }
});
