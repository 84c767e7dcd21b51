// Output on a terminal: it fits, and it obeys nothing that came from outside.

import assert from "node:assert/strict";
import { Writable } from "node:stream";
import { test } from "node:test";

import {
  durationText,
  rateText,
  scoreText,
  shareText,
  sizeText,
} from "../../pkg/cli/render/amount.js";
import { createRunProgress } from "../../pkg/cli/render/run-progress.js";
import { reportLines } from "../../pkg/cli/render/results-report.js";
import {
  readingLines,
  causeLines,
  verifyCommand,
  runTable,
  runVerdict,
} from "../../pkg/cli/render/run-report.js";
import { clip, clipMiddle, groupThousands, plain, width, wrap } from "../../pkg/cli/render/text.js";
import { explainCause } from "../../pkg/entry/core/node.js";
import { createTally } from "../../pkg/cli/run/tally.js";
import { createOutput } from "../../pkg/cli/terminal.js";

/** A terminal that keeps what is written. @param {number} columns @param {NodeJS.ProcessEnv} [env] */
function terminal(columns, env = {}) {
  /** @type {string[]} */
  const written = [];
  const stream = Object.assign(
    new Writable({
      write(chunk, _, done) {
        written.push(String(chunk));
        done();
      },
    }),
    { isTTY: true, columns },
  );
  return { out: createOutput(stream, env), written };
}

/** @param {string} subject @param {string} family @param {object} data @returns {any} */
const record = (subject, family, data) => ({
  signalId: `simple-evals.${family}`,
  subject: { id: subject },
  data: {
    ...{ draw: { seed: "s" }, adds: { scored: 1, literal: 0, committed: 0 }, latencyMs: 812 },
    ...data,
  },
});

/** Returns what a record of these tests adds to the scores; of a real one, the core says so. @param {any} record */
const scoresOf = (record) => record.data.adds;

const right = {
  outcome: "correct",
  score: 100,
  literal: {},
  adds: { scored: 1, literal: 1, committed: 1 },
};
const wrong = {
  outcome: "wrong",
  score: 0,
  literal: {},
  adds: { scored: 1, literal: 0, committed: 1 },
};
const skipped = {
  outcome: "skipped",
  score: null,
  adds: { scored: 0, literal: 0, committed: 0 },
};

function tally() {
  const tally = createTally(scoresOf);
  const subject = "https://agent.example.com/agents/0123456789/a2a";
  for (let i = 0; i < 18; i++) tally.add(record(subject, "math", right));
  tally.add(record(subject, "math", wrong));
  tally.add(record(subject, "math", { outcome: "upstream-error", score: 0 }));
  tally.add(record(subject, "science", skipped));
  return tally;
}

/** Adds a second subject. @param {ReturnType<typeof createTally>} tally */
function withOther(tally) {
  tally.add(record("https://agent.example.com/agents/other/a2a", "math", right));
  return tally;
}

test("a table fits in 80 columns, and in 50", () => {
  assert.deepEqual(runTable(withOther(tally()), terminal(80, { NO_COLOR: "1" }).out).slice(0, 5), [
    "  subject            family    n  literal  committed  outcomes            median",
    "  https…3456789/a2a  math     20       90         95  correct 18,         812 ms",
    "                                                      wrong 1,",
    "                                                      upstream-error 1",
    "                     science   1        –          –  skipped 1                –",
  ]);
  for (const columns of [120, 80, 60, 50]) {
    const lines = runTable(withOther(tally()), terminal(columns, { NO_COLOR: "1" }).out);
    for (const line of lines) assert.ok(width(line) <= columns, `${columns}: ${line}`);
    assert.ok(
      lines.some((line) => line.includes("correct 18")),
      lines.join("\n"),
    );
  }
});

test("a single subject has a line of its own, and a pipe gets every URL whole", () => {
  const alone = runTable(tally(), terminal(50, { NO_COLOR: "1" }).out);
  assert.equal(alone[0], "  https://agent.example.com/agents/0123456789/a2a");
  assert.match(alone[1] ?? "", /^ {2}family /);
  const pipe = createOutput(new Writable(), {});
  const lines = runTable(withOther(tally()), pipe).join("\n");
  assert.match(lines, /^ {2}https:\/\/agent\.example\.com\/agents\/0123456789\/a2a {2}math /m);
});

test("a difference of the readings is explained, and a great one has advice", () => {
  const { out } = terminal(100, { NO_COLOR: "1" });
  assert.match(
    readingLines(tally(), "literal", out).join("\n"),
    /^ {2}literal: [^\n]*HCS-25[^]*settles on\.$/,
  );
  const far = createTally(scoresOf);
  far.add(record("a", "math", wrong));
  assert.match(readingLines(far, "literal", out).join("\n"), /run with --policy committed\.$/);
  const same = createTally(scoresOf);
  same.add(record("a", "math", right));
  assert.deepEqual(readingLines(same, "literal", out), []);
});

test("the committed score is shown where it differs, and only there", () => {
  const { out } = terminal(80, { NO_COLOR: "1" });
  assert.match(runTable(tally(), out)[1] ?? "", /committed/);
  const same = createTally(scoresOf);
  same.add(record("a", "math", right));
  assert.doesNotMatch(runTable(same, out)[1] ?? "", /committed/);
  assert.equal(
    runVerdict(tally(), { policy: "literal", least: 0, passed: true }, out),
    "  90 literal, 95 committed: 18 of 20 questions right",
  );
});

test("the counts of a report have their thousands apart", () => {
  const { out } = terminal(80, { NO_COLOR: "1" });
  /** @type {any} */
  const report = {
    ...{ title: "s", headline: "", rows: [], notes: [], signer: null, suiteDigest: null },
    ...{ latencyMs: null, labels: { correct: 1200 }, torn: [] },
    strata: [{ name: "math.add", passed: 1200, total: 4000, range: "" }],
  };
  const text = reportLines(report, out).join("\n");
  assert.match(text, /math\.add +1,200 of 4,000/);
  assert.match(text, /correct 1,200/);
});

test("the median is that of the replies that came", () => {
  const some = createTally(scoresOf);
  for (const latencyMs of [100, 300])
    some.add(record("a", "math", { ...right, outcome: "correct", latencyMs }));
  for (let i = 0; i < 3; i++)
    some.add(record("a", "math", { outcome: "timeout", score: 0, latencyMs: 25_000 }));
  assert.equal(some.total.latencies.median(), 200);
  const { out } = terminal(80, { NO_COLOR: "1" });
  const verdict = runVerdict(some, { policy: "literal", least: 0, passed: true }, out);
  assert.equal(verdict, "  40 literal: 2 of 5 questions right");
});

test("nothing that a terminal obeys gets through a name", () => {
  const hostile = createTally(scoresOf);
  hostile.add(record("\x1b]0;owned\x07\u202eevil", "math", right));
  const lines = runTable(hostile, terminal(80, { NO_COLOR: "1" }).out).join("\n");
  assert.doesNotMatch(lines, /[\x00-\x09\x0b-\x1f\x7f-\x9f\u202e]/);
});

test("colour is for terminals that want it", () => {
  const colour = (/** @type {NodeJS.ProcessEnv} */ env) => terminal(80, env).out.palette.red("x");
  assert.equal(colour({}), "\x1b[31mx\x1b[39m");
  assert.equal(colour({ NO_COLOR: "1" }), "x");
  assert.equal(colour({ TERM: "dumb" }), "x");
  assert.equal(terminal(80, { TERM: "dumb" }).out.live, false);
});

test("text is measured in cells and cut at characters", () => {
  assert.equal(width("日本"), 4);
  assert.equal(width("e\u0301"), 1);
  assert.equal(clip("abcdef", 4), "abc…");
  assert.equal(clip("日本語", 5), "日本…");
  assert.equal(clipMiddle("abcdefghij", 7), "ab…ghij");
  assert.deepEqual(wrap("one two three", 7), ["one two", "three"]);
  assert.deepEqual(wrap("from -43.45 % to 43.45 %), p50 1 ms, sure", 17), [
    ...["from -43.45 %", "to 43.45 %),", "p50 1 ms, sure"],
  ]);
  assert.deepEqual(wrap("in 3 subjects", 6), ["in 3", "subjects"]);
  assert.deepEqual(wrap("to a-long-address, and on", 8), ["to", "a-long-address,", "and on"]);
  assert.equal(plain("a\u0000b\u2028c\ud800"), "a\\u0000b\\u2028c\\ud800");
});

test("amounts read well", () => {
  assert.deepEqual([null, 0, 66.6666, 95, 97.5].map(scoreText), ["–", "0", "66.67", "95", "97.5"]);
  assert.deepEqual(
    [
      [0, 0],
      [2, 3],
      [20_001, 20_002],
      [7, 7],
    ].map(([right = 0, of = 0]) => shareText(right, of)),
    ["–", "66.66", "99.99", "100"],
  );
  assert.deepEqual([812, 2410, 25_000, 200_000, 7_500_000].map(durationText), [
    "812 ms",
    "2.41 s",
    "25.0 s",
    "3 min 20 s",
    "2 h 5 min",
  ]);
  assert.deepEqual([12, 24_678, 5e9].map(sizeText), ["12 B", "24.1 KiB", "4.7 GiB"]);
  assert.deepEqual([rateText(31, 10_000), rateText(0, 10_000), rateText(3, 0)], ["3.1/s", "", ""]);
  assert.equal(groupThousands(1234567), "1,234,567");
});

test("causes are explained, the most frequent first, and their number has a bound", () => {
  assert.deepEqual(causeLines(tally(), explainCause), []);
  const some = createTally(scoresOf);
  const fail = (/** @type {string} */ cause) =>
    some.add(record("urn:a", "math", { outcome: "upstream-error", score: 0, cause }));
  fail("http.429");
  for (let i = 0; i < 2; i++) fail("network.refused");
  assert.deepEqual(causeLines(some, explainCause), [
    "No reply to 2 questions: The connection was refused. Start the agent, or check host and port. (network.refused)",
    "No reply to 1 question: The endpoint limits the rate of requests. Ask fewer per second (--rate). (http.429)",
  ]);
  for (let code = 1; code <= 1000; code++) fail(`rpc.${code}`);
  assert.ok(Object.keys(some.causes).length <= 101);
  const total = Object.values(some.causes).reduce((sum, count) => sum + count, 0);
  assert.equal(total, 1003);
  const last = causeLines(some, explainCause).at(-1);
  assert.equal(last, "No reply to 997 questions: other causes, see the records.");
});

test("the command that a run ends with takes its files, whatever they are called", () => {
  for (const [path, word] of [
    ["läufe/r-1.ndjson", "läufe/r-1.ndjson"],
    ["my runs.ndjson", "'my runs.ndjson'"],
    ["it's;rm", "'it'\\''s;rm'"],
    ["two\nlines' \\", "$'two\\u000alines\\' \\\\'"],
    ["\u202e\u{e0001}", "$'\\u202e\\U000e0001'"],
  ]) {
    const line = verifyCommand(2, { path: `${path}`, bank: path });
    assert.equal(line, `2 records: proofmark verify ${word} --bank ${word}`);
  }
});

test("the time left counts down while an answer is awaited", (t) => {
  t.mock.timers.enable({ apis: ["setInterval"] });
  let time = 0;
  /** @type {(string | undefined)[]} */
  const left = [];
  const rewrite = (/** @type {string} */ text) => left.push(/(\S+ \S+) left/.exec(text)?.[1]);
  const out = /** @type {any} */ ({ live: true, columns: 120, rewrite });
  const tally = /** @type {any} */ ({ total: { records: 0, outcomes: {} } });
  const progress = createRunProgress(out, { total: 6, earlier: 0, tally, now: () => time });
  progress.asks("urn:a");
  for (const at of [2000, 3000, 3900]) {
    time = at;
    if (at === 2000) {
      tally.total.records = 1;
      progress.answered("urn:a");
    }
    t.mock.timers.tick(80);
  }
  progress.stop();
  assert.deepEqual(left.slice(0, 4), [undefined, "10.0 s", "9.00 s", "8.10 s"]);
});
