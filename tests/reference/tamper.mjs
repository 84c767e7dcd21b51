// Ways to show a record file as something else: those of a page that shows it, and those of a dishonest
// evaluator, who has the key. Each has the codes that name it where verification fails.

import * as api from "../../pkg/entry/core/node.js";
import { parse } from "./json.mjs";
import {
  EVALUATOR,
  PUBLICATIONS,
  SIGNED,
  SUBJECT,
  idOf,
  isRecord,
  typeOf,
} from "./publications.mjs";
import { runId } from "./shape.mjs";

const NOTHING = /^$/;
const KEPT = /./;

const isType = (type) => (line) => typeOf(line) === type;
const isAbout = (line) => JSON.parse(line).subject === SUBJECT;
const bare = (lines) => lines.filter((line) => typeOf(line) !== "checkpoint");
const changed = (line, change) => {
  const value = JSON.parse(line);
  change(value);
  return JSON.stringify(value);
};
/** Returns what `make` gives, or nothing where the product refuses to make it. */
function orNothing(make) {
  try {
    return make();
  } catch (error) {
    if (error.name !== "ProofmarkError") throw error;
    return undefined;
  }
}
/** Returns the id of the run that a line belongs to, if it is of one. */
const runOf = (line) => {
  const { type, runId, data } = JSON.parse(line);
  return type === "run" || type === "close" ? runId : data?.runId;
};
const idsOf = ({ terms, subject, entropy = "" }) =>
  runId(parse(JSON.stringify(terms)), subject, entropy);

/** Returns ways to change the lines of a file, drawn by `chance`. */
export function waysOf({ below, pick, chance, shuffled }) {
  const indices = (lines, holds) => [...lines.keys()].filter((at) => holds(lines[at]));
  const anotherFile = () => pick(PUBLICATIONS).lines;

  /** Takes records out, each with the openings behind it. */
  function without(lines, out) {
    let dropping = false;
    return lines.filter((line, at) => {
      if (typeOf(line) !== "opening") dropping = out(line, at);
      return !dropping;
    });
  }
  const cut = (lines) => {
    const records = indices(lines, isRecord);
    const [from, count] = [below(records.length), 1 + below(records.length)];
    const out = new Set(
      chance(0.5) ? records.slice(from, from + count) : shuffled(records).slice(0, count),
    );
    return without(lines, (line, at) => out.has(at));
  };
  const lucky = (lines) =>
    without(lines, (line) => isRecord(line) && JSON.parse(line).data.outcome !== "correct");

  /** Counts what is left of each run in its `close` line. */
  const closed = (lines) =>
    lines.map((line) => {
      if (typeOf(line) !== "close") return line;
      const id = runOf(line);
      const records = lines.filter((other) => isRecord(other) && runOf(other) === id).length;
      return changed(line, (close) => (close.records = records));
    });

  /** Makes new checkpoints over the records, under the origin that the file had. */
  function logged(lines) {
    const [note] = lines.filter(isType("checkpoint")).map((line) => JSON.parse(line).note);
    const name = note?.split("\n")[0].split("/").at(-1);
    const every = 1 + below(6);
    const log = api.createLog({ key: EVALUATOR.key, name: chance(0.7) ? name : undefined, every });
    const [again, due] = [[], []];
    for (const line of bare(lines)) {
      // Nothing stands between a record and its openings.
      if (typeOf(line) !== "opening") again.push(...due.splice(0).flat());
      const foreign = isRecord(line) && JSON.parse(line).data.evaluator !== EVALUATOR.did;
      again.push(foreign ? signed(line) : line);
      if (isRecord(line)) due.push(orNothing(() => appended(log, again.at(-1))) ?? []);
    }
    return opened([...again, ...due, log.checkpoint() ?? []].flat());
  }

  function appended(log, line) {
    const checkpoint = log.append(line);
    SIGNED.ids.add(api.recordId(line));
    return checkpoint;
  }

  /** Hands the openings behind each record over to it, as its id is another one now. */
  function opened(lines) {
    let id;
    return lines.map((line) => {
      if (isRecord(line)) id = idOf(parse(line));
      return typeOf(line) === "opening" ? changed(line, (opening) => (opening.record = id)) : line;
    });
  }

  /** Signs the record of a line anew, whosever it was. One that is no record stays unsigned. */
  function signed(line) {
    const { proof, ...record } = JSON.parse(line);
    record.data.evaluator = EVALUATOR.did;
    const own = orNothing(() => api.sign(record, { key: EVALUATOR.key }));
    if (own !== undefined) SIGNED.ids.add(api.recordId(JSON.stringify(own)));
    return JSON.stringify(own ?? record);
  }

  /**
   * Rewrites the counts of every run to what is left of it, in its lines and, as only the evaluator
   * can, in its records.
   */
  function recounted(lines, { terms: termsToo, ids, records: recordsToo }) {
    const left = (id, family) =>
      lines
        .filter((line) => isRecord(line) && runOf(line) === id)
        .map((line) => JSON.parse(line))
        .filter(({ signalId }) => signalId.endsWith(family))
        .map(({ data }) => data.draw.index + 1);
    const runs = new Map();
    for (const line of lines.filter(isType("run"))) {
      const run = JSON.parse(line);
      const counts = {};
      for (const family of Object.keys(run.terms.counts)) {
        const most = Math.max(0, ...left(run.runId, family));
        if (most > 0) counts[family] = most;
      }
      const terms = { ...run.terms, counts };
      if (!counts.science) delete terms.bank;
      runs.set(run.runId, { ...run, terms, runId: ids ? idsOf({ ...run, terms }) : run.runId });
    }
    return lines.map((line) => {
      const run = runs.get(runOf(line));
      if (run === undefined) return line;
      if (typeOf(line) === "run")
        return JSON.stringify(termsToo ? run : { ...run, terms: JSON.parse(line).terms });
      if (typeOf(line) === "close") return changed(line, (close) => (close.runId = run.runId));
      if (!recordsToo) return line;
      const record = changed(line, ({ data }) =>
        Object.assign(data, { runId: run.runId, terms: run.terms }),
      );
      return recordsToo === "sign" ? signed(record) : record;
    });
  }

  /** Cuts the ends of runs, so that what is left can be a run of fewer questions. */
  function shortened(lines) {
    const most = 1 + below(4);
    return without(lines, (line) => isRecord(line) && JSON.parse(line).data.draw.index >= most);
  }

  const RUN_MEMBERS = [
    (run) => (run.terms.counts.math = 1 + below(9)),
    (run) => (run.terms.policy = run.terms.policy === "literal" ? "committed" : "literal"),
    (run) => (run.terms.method = "simple-evals:2"),
    (run) => (run.terms.seed = api.commitment(`${below(9)}`)),
    (run) => (run.subject = `${run.subject}2`),
    (run) =>
      Object.assign(run, { entropy: "105", terms: { ...run.terms, entropySource: "block 105" } }),
    (run) => (run.entropy = "105"),
    (run) =>
      (run.runId = pick(
        PUBLICATIONS.flatMap(({ lines }) => lines.filter(isType("run")).map(runOf)),
      )),
    (run) => (run.terms.bank = { id: "sample", root: "0".repeat(64) }),
    (run) => (run.extra = 1),
  ];
  const RECORD_MEMBERS = [
    ({ data }) => Object.assign(data, { outcome: "correct", score: 100 }),
    ({ data }) => (data.draw.index += 1),
    ({ data }) => (data.response = "37"),
    ({ data }) => (data.terms.counts = { ...data.terms.counts, math: 1 }),
    (record) => (record.subject.id = SUBJECT),
    (record) => (record.fetchedAt = "2026-01-01T00:00:00.000Z"),
    ({ data }) => (data.runId = runOf(pick(pick(PUBLICATIONS).lines.filter(isType("run"))))),
  ];
  const onOne = (lines, holds, change) => {
    const places = indices(lines, holds);
    if (places.length === 0) return lines;
    const at = pick(places);
    return lines.with(at, changed(lines[at], change));
  };

  return {
    cut: { codes: /run\.missing-record/, make: cut },
    "cut to the lucky": { codes: /run\.missing-record/, make: (lines) => closed(lucky(lines)) },
    reordered: {
      codes: /run\.(out-of-order|unknown|missing-record)|log\.records|opening\.record/,
      make(lines) {
        const records = indices(lines, isRecord);
        if (chance(0.5)) {
          const [a, b] = [pick(records), pick(chance(0.7) ? records : [...lines.keys()])];
          return lines.with(a, lines[b]).with(b, lines[a]);
        }
        const others = shuffled(records.map((at) => lines[at]));
        return lines.map((line, at) => (records.includes(at) ? others[records.indexOf(at)] : line));
      },
    },
    duplicated: {
      codes:
        /run\.(duplicate|duplicate-record|unknown|count)|log\.(records|consistency)|opening\.(record|pointer)/,
      make(lines) {
        if (chance(0.2)) return [...lines, ...lines];
        const [from, to] = [below(lines.length), below(lines.length + 1)];
        const more = lines.toSpliced(to, 0, lines[from]);
        return chance(0.5) ? more : closed(chance(0.5) ? more : bare(more));
      },
    },
    merged: {
      codes:
        /policy\.(signer|subject|created)|log\.(records|consistency)|proof\.evaluator|run\.|opening\./,
      make(lines) {
        const others = anotherFile();
        if (chance(0.4)) return chance(0.5) ? [...lines, ...others] : [...others, ...lines];
        const [rest, out] = [[[...lines], [...others]], []];
        while (rest.some((left) => left.length > 0))
          out.push(pick(rest.filter((left) => left.length > 0)).shift());
        return out;
      },
    },
    swapped: {
      codes: /run\.|log\.records|opening\.|policy\.|record\.|proof\.evaluator/,
      make(lines) {
        const others = anotherFile();
        const at = below(lines.length);
        const same = others.filter((line) => typeOf(line) === typeOf(lines[at]));
        return lines.with(at, pick(same.length > 0 ? same : others));
      },
    },
    recounted: {
      codes:
        /record\.run-id|run\.(missing-record|unknown|count)|record\.inconsistent|proof\.signature|log\.records|json\.invalid/,
      make(lines) {
        const left = chance(0.5) ? shortened(lines) : cut(lines);
        const how = { terms: true, ids: chance(0.7), records: chance(0.5) };
        return closed(recounted(left, how));
      },
    },
    "closed with another count": {
      codes: /run\.(count|unknown)|json\.invalid/,
      make: (lines) =>
        onOne(lines, isType("close"), (close) => (close.records += pick([-1, 1, 5]))),
    },
    "recounted by the evaluator": {
      codes: /run\.missing-record|record\.inconsistent/,
      make(lines) {
        const left = closed(
          recounted(shortened(lines), { terms: true, ids: true, records: "sign" }),
        );
        return chance(0.7) ? logged(left) : opened(bare(left));
      },
    },
    "cut and logged by the evaluator": {
      codes: /run\.missing-record/,
      make: (lines) => logged(closed(chance(0.5) ? lucky(lines) : cut(lines))),
    },
    "renumbered by the evaluator": {
      codes: /draw\.|run\.missing-record|grade\.|record\.inconsistent/,
      make(lines) {
        const left = lucky(lines);
        const next = new Map();
        const moved = left.map((line) => {
          if (!isRecord(line)) return line;
          const record = JSON.parse(line);
          const key = `${record.data.runId} ${record.signalId}`;
          record.data.draw.index = next.get(key) ?? 0;
          next.set(key, record.data.draw.index + 1);
          return signed(JSON.stringify(record));
        });
        const how = { terms: true, ids: true, records: "sign" };
        return logged(closed(recounted(moved, how)));
      },
    },
    "checkpoints dropped": {
      codes: /policy\.signer|log\.records/,
      make(lines) {
        const all = chance(0.4);
        const places = indices(lines, isType("checkpoint"));
        const out = pick([...places, -1]);
        return lines.filter((line, at) => !places.includes(at) || !(all || at === out));
      },
    },
    "a member of a run line": {
      codes: /record\.(run-id|inconsistent)|run\.(unknown|missing-record|duplicate)|json\.invalid/,
      make: (lines) => onOne(lines, isType("run"), pick(RUN_MEMBERS)),
    },
    "a member of a run line, with the id that follows": {
      codes:
        /record\.inconsistent|run\.(unknown|missing-record|not-closed|duplicate)|json\.invalid/,
      make: (lines) =>
        onOne(lines, isType("run"), (run) => {
          pick(RUN_MEMBERS)(run);
          run.runId = idsOf(run);
        }),
    },
    "a member of a record": {
      codes:
        /proof\.signature|log\.(records|inclusion)|record\.|run\.|grade\.|draw\.|policy\.|opening\./,
      make: (lines) => onOne(lines, isRecord, pick(RECORD_MEMBERS)),
    },
    "one record in a run of its own": {
      codes: /run\.|record\.|proof\.signature|log\.(records|inclusion)|policy\./,
      make(lines) {
        const record = pick(lines.filter(isRecord));
        const run = lines.find((line) => typeOf(line) === "run" && runOf(line) === runOf(record));
        if (run === undefined) return lines;
        const one = [run, record, JSON.stringify({ type: "close", runId: runOf(run), records: 1 })];
        const how = { terms: true, ids: chance(0.8), records: pick([false, true]) };
        return recounted(one, how);
      },
    },
    "proofs stripped": {
      codes: /policy\.signer|proof\./,
      make: (lines) => {
        const one = chance(0.5);
        const at = pick(indices(lines, isRecord));
        return lines.map((line, place) => {
          if (!isRecord(line) || (one && place !== at)) return line;
          return changed(line, (record) => delete record.proof);
        });
      },
    },
    "openings dropped": {
      codes: NOTHING,
      make: (lines) => lines.filter((line) => typeOf(line) !== "opening" || chance(0.5)),
    },
    "openings changed": {
      codes: /opening\./,
      make: (lines) =>
        onOne(lines, isType("opening"), (opening) => (opening.value = pick(["A", 1, null]))),
    },
    "a run dropped": {
      codes: /log\.records|run\.|file\.empty|policy\.signer/,
      make(lines) {
        const id = pick(lines.filter(isType("run")).map(runOf));
        const keep = pick([NOTHING, /^run$/, /^(run|close)$/]);
        const left = without(
          lines,
          (line) => runOf(line) === id && !keep.test(typeOf(line) ?? "record"),
        );
        return chance(0.5) ? bare(left) : left;
      },
    },
    "runs of others emptied": {
      codes: /log\.records|run\.|file\.empty|policy\.signer/,
      make(lines) {
        const others = lines.filter((line) => typeOf(line) === "run" && !isAbout(line)).map(runOf);
        const [own] = shuffled(lines.filter((line) => typeOf(line) === "run" && isAbout(line)));
        const gone = chance(0.5) && own !== undefined ? [...others, runOf(own)] : others;
        const left = without(
          lines,
          (line) => gone.includes(runOf(line)) && (typeOf(line) !== "run" || isAbout(line)),
        );
        return bare(left);
      },
    },
    "runs dropped and logged by the evaluator": {
      codes: /run\.|file\.empty/,
      make(lines) {
        const id = pick(lines.filter(isType("run")).map(runOf));
        return logged(
          without(lines, (line) => runOf(line) === id),
          EVALUATOR.key,
        );
      },
    },
    "written otherwise": {
      codes: KEPT,
      make: (lines) =>
        lines.map((line) =>
          JSON.stringify(JSON.parse(line), null, chance(0.5) ? 0 : " ").replaceAll("\n", " "),
        ),
    },
  };
}
