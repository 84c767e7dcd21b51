// proofmark proof: derives proofs and openings from a record file.

import { writeNew } from "../io/new-files.js";
import { EXIT, Refusal } from "../exit.js";
import { splitLines, openChunks, readText } from "../io/files.js";
import * as kinds from "../kinds.js";
import { outOption } from "../options.js";
import { inputErrorAt, addPlaceToErrors } from "../io/refused.js";
import { formatCount, plain } from "../render/text.js";

/** @typedef {typeof import("../../index.d.ts")} Api */

const OUT = outOption("the file to create (default: stdout)");

/** @type {import("../args.js").Command} */
export const proofInclusion = {
  name: "proof inclusion",
  summary: "extract one record, with a proof that it is in the log of its file",
  usage: ["proof inclusion FILE (--line N | --index N) [--out FILE]"],
  about:
    "Adds a proof of inclusion under the next checkpoint after the record. verify --index 0 checks such a record alone.",
  operands: [1, 1],
  options: {
    line: { kind: kinds.integer(1), value: "N", help: "the line of the record, from 1" },
    index: {
      kind: kinds.integer(0),
      value: "N",
      help: "the record by its position, from 0, in place of --line",
    },
    out: OUT,
  },
  examples: ["proof inclusion r.ndjson --line 17 > record.json", "verify record.json --index 0"],
  async run({ operands: [path = ""], options }, context) {
    const api = await context.api();
    if ((options.line === undefined) === (options.index === undefined))
      throw new Refusal("cli.together", "proof inclusion: expected one of --line and --index");
    const line = options.line ?? (await findRecordLine(path, options.index));
    const { chunks } = await openChunks(path);
    const record = await addPlaceToErrors(path, () => api.proveInclusion(chunks, line));
    await writeResult(options.out, `${JSON.stringify(record)}\n`, context);
    return EXIT.passed;
  },
};

/** @type {import("../args.js").Command} */
export const proofConsistency = {
  name: "proof consistency",
  summary: "prove that nothing in a log changed since an older checkpoint",
  usage: ["proof consistency FILE --old CHECKPOINT [--out PROOF]", "proof consistency PROOF"],
  about:
    "With --old, makes a proof; CHECKPOINT is a file with the older checkpoint: its signed note, its line, or the record file that ended in it. Without --old, checks a proof. A proof contains both checkpoints, and the hashes that connect them.",
  operands: [1, 1],
  options: {
    old: { kind: kinds.text, value: "FILE", help: "the file with the older checkpoint" },
    out: OUT,
  },
  examples: [
    "proof consistency r.ndjson --old yesterday.ndjson > proof.json",
    "proof consistency proof.json",
  ],
  async run({ operands: [path = ""], options }, context) {
    const api = await context.api();
    if (options.old === undefined) {
      const proof = parseObject(path, await readText(path));
      addPlaceToErrors(path, () => api.checkConsistency(proof));
      const [old, later] = [proof.old, proof.new].map((note) => api.readCheckpoint(note));
      const grown = `from ${old?.size} to ${formatCount(later?.size ?? 0, "record")}`;
      await context.out.write(`  ${later?.origin}\n  has grown ${grown}, and lost none.\n`);
      return EXIT.passed;
    }
    const old = await lastCheckpoint(options.old);
    addPlaceToErrors(options.old, () => api.readCheckpoint(old));
    const { chunks } = await openChunks(path);
    const proof = await addPlaceToErrors(path, () => api.proveConsistency(chunks, old));
    await writeResult(options.out, `${JSON.stringify(proof)}\n`, context);
    return EXIT.passed;
  },
};

/** @type {import("../args.js").Command} */
export const proofOpen = {
  name: "proof open",
  summary: "put withheld values back into a record file",
  usage: ["proof open FILE --openings OPENINGS [--line N] [--out FILE]"],
  about:
    "Writes the record file with the openings of its withheld values, each after its record. OPENINGS is the file that run --withhold wrote next to the record file. An opening that matches no record is refused. Signatures and checkpoints stay valid.",
  operands: [1, 1],
  options: {
    openings: { kind: kinds.text, value: "FILE", help: "the file of openings", required: true },
    line: {
      kind: kinds.integer(1),
      value: "N",
      help: "open only the record on this line",
      repeat: true,
    },
    out: OUT,
  },
  examples: ["proof open r.ndjson --openings r.ndjson.openings --line 17 --out opened.ndjson"],
  async run({ operands: [path = ""], options }, context) {
    const api = await context.api();
    const openings = await readOpenings(options.openings);
    const met = new Set();
    /** @type {string[]} */
    const lines = [];
    let [found, opened] = [0, 0];
    /** The requested lines without openings, with the reason. @type {Map<number, string>} */
    const unmet = new Map(options.line?.map((/** @type {number} */ n) => [n, "no such line"]));
    for await (const { number, text, opens } of linesWithOpenings(path)) {
      lines.push(text, ...opens);
      const isRecord = parseObject(`${path}:${number}`, text).type === undefined;
      for (let n = number + Number(isRecord); n <= number + opens.length; n++)
        if (unmet.has(n)) unmet.set(n, "a line of another kind");
      if (!isRecord) continue;
      const id = addPlaceToErrors(`${path}:${number}`, () => api.recordId(text));
      met.add(id);
      const own = openings.get(id) ?? [];
      if (own.length + opens.length > 0) unmet.delete(number);
      else if (unmet.has(number)) unmet.set(number, "a record without");
      if (own.length === 0 || (options.line && !options.line.includes(number))) continue;
      const added = await newOpenings(
        api,
        { path: `${path}:${number}`, lines: [text, ...opens] },
        own,
        options.openings,
      );
      lines.push(...added);
      found += 1;
      opened += added.length > 0 ? 1 : 0;
    }
    const [stray] = [...openings].flatMap(([id, own]) => (met.has(id) ? [] : own));
    if (stray !== undefined) {
      throw new Refusal(
        "opening.record",
        `belongs to no record of ${plain(path)}`,
        `${options.openings}:${stray.number}`,
      );
    }
    for (const [number, there] of unmet) {
      throw new Refusal(
        "file.index",
        `--line ${number}: expected a record of ${plain(path)} that has openings, found ${there}`,
      );
    }
    if (found === 0)
      throw new Refusal("opening.file", "has no opening of these records", options.openings);
    await writeResult(options.out, lines.map((line) => `${line}\n`).join(""), context);
    context.err.tell(`proofmark: ${formatCount(opened, "record")} opened\n`);
    return EXIT.passed;
  },
};

/** @typedef {{ number: number, text: string }} Line */

/** Reads a file of openings, grouped by record. @param {string} path */
async function readOpenings(path) {
  /** @type {Map<string, Line[]>} */
  const openings = new Map();
  for await (const { number, text } of splitLines(path, (await openChunks(path)).chunks)) {
    const { type, record } = parseObject(`${path}:${number}`, text);
    if (type !== "opening" || typeof record !== "string")
      throw new Refusal("opening.file", "not an opening", `${path}:${number}`);
    openings.set(record, [...(openings.get(record) ?? []), { number, text }]);
  }
  return openings;
}

/** Yields the lines of a record file, each with the openings after it. @param {string} path */
async function* linesWithOpenings(path) {
  /** @type {(Line & { opens: string[] }) | undefined} */
  let last;
  for await (const line of splitLines(path, (await openChunks(path)).chunks)) {
    if (line.text.endsWith("\r"))
      throw new Refusal(
        "file.carriage-return",
        "ends in CR LF instead of LF",
        `${path}:${line.number}`,
      );
    const { type } = parseObject(`${path}:${line.number}`, line.text);
    if (type === "opening" && last !== undefined) {
      last.opens.push(line.text);
      continue;
    }
    if (last !== undefined) yield last;
    last = { ...line, opens: [] };
  }
  if (last !== undefined) yield last;
}

/**
 * Returns the openings of `own` that are not in the file yet. Verifies all of them together, and
 * refuses one that does not match.
 *
 * @param {Api} api
 * @param {{ path: string, lines: string[] }} there The record, and the openings after it.
 * @param {Line[]} own
 * @param {string} path The file of `own`.
 */
async function newOpenings(api, there, own, path) {
  const written = new Set(
    there.lines.map((text) => addPlaceToErrors(there.path, () => api.canonicalJson(text))),
  );
  const added = own.filter(({ number, text }) => {
    const canonical = addPlaceToErrors(`${path}:${number}`, () => api.canonicalJson(text));
    return !written.has(canonical) && written.add(canonical);
  });
  const lines = [...there.lines, ...added.map(({ text }) => text)];
  const { failures } = await api.verify(lines.map((line) => `${line}\n`).join(""));
  for (const { line, code, message } of failures) {
    const wrong = added[line - there.lines.length - 1];
    if (wrong !== undefined) throw inputErrorAt(`${path}:${wrong.number}`, code, message);
  }
  return added.map(({ text }) => text);
}

/** Returns the line of a record, given by its index from 0. @param {string} path @param {number} index */
async function findRecordLine(path, index) {
  let left = index;
  for await (const { number, text } of splitLines(path, (await openChunks(path)).chunks)) {
    const isRecord = parseObject(`${path}:${number}`, text).type === undefined;
    if (isRecord && left-- === 0) return number;
  }
  throw new Refusal("file.index", `expected a record with the index ${index}, found none`, path);
}

/** @param {string | undefined} path @param {string} text @param {import("../main.js").Context} context */
async function writeResult(path, text, { out }) {
  if (path === undefined) return out.write(text);
  writeNew([{ path, text }]);
}

/** @param {string} path */
async function lastCheckpoint(path) {
  const text = await readText(path);
  if (!text.startsWith("{")) return text;
  const lines = text.split("\n").filter((line) => line !== "");
  const notes = lines
    .map((line) => parseObject(path, line))
    .filter(({ type }) => type === "checkpoint");
  const note = notes.at(-1)?.note;
  if (note !== undefined) return note;
  throw new Refusal("log.checkpoint", "has no checkpoint", path);
}

/** @param {string} where @param {string} text */
function parseObject(where, text) {
  let value;
  try {
    value = JSON.parse(text);
  } catch {
    throw new Refusal("json.invalid", "not JSON", where);
  }
  if (typeof value === "object" && value !== null && !Array.isArray(value)) return value;
  throw new Refusal("json.invalid", "expected a JSON object, found another value", where);
}
