// proofmark prove, consistency and open: what can be shown of a record file.

import { writeNew } from "../bank-files.js";
import { EXIT, Refusal } from "../exit.js";
import { linesOf, openChunks, readText } from "../files.js";
import * as kinds from "../kinds.js";
import { at, atLater } from "../refused.js";
import { counted, plain } from "../render/text.js";

const OUT = {
  kind: kinds.text,
  value: "FILE",
  help: "where it goes (default: it is printed)",
};

/** @type {import("../args.js").Command} */
export const prove = {
  name: "prove",
  summary: "take one record out of a file, with the proof that it was in it",
  usage: ["prove FILE --line N [--out FILE]"],
  about:
    "The record gets a proof of inclusion under the next checkpoint behind it. It can then be shown by itself: verify --index 0 checks it alone, with the path to the checkpoint and its signature.",
  operands: [1, 1],
  options: {
    line: { kind: kinds.whole(1), value: "N", help: "the line of the record", required: true },
    out: OUT,
  },
  examples: ["prove r.ndjson --line 17 > record.json", "verify record.json --index 0"],
  async run({ operands: [path = ""], options }, context) {
    const api = await context.api();
    const { chunks } = await openChunks(path);
    const record = await atLater(path, () => api.proveInclusion(chunks, options.line));
    await put(options.out, `${JSON.stringify(record)}\n`, context);
    return EXIT.passed;
  },
};

/** @type {import("../args.js").Command} */
export const consistency = {
  name: "consistency",
  summary: "show that a log has only grown since an older checkpoint",
  usage: ["consistency FILE --old CHECKPOINT [--out PROOF]", "consistency PROOF"],
  about:
    "CHECKPOINT is a file with the older checkpoint: its signed note, its line, or the record file that ended in it. The proof holds both checkpoints and the hashes that lead from the one to the other; without --old it is checked.",
  operands: [1, 1],
  options: {
    old: { kind: kinds.text, value: "FILE", help: "where the older checkpoint stands" },
    out: OUT,
  },
  examples: ["consistency r.ndjson --old yesterday.ndjson > proof.json", "consistency proof.json"],
  async run({ operands: [path = ""], options }, context) {
    const api = await context.api();
    if (options.old === undefined) {
      const proof = parsed(path, await readText(path));
      at(path, () => api.checkConsistency(proof));
      const [old, later] = [proof.old, proof.new].map((note) => api.readCheckpoint(note));
      const grown = `from ${old?.size} to ${counted(later?.size ?? 0, "record")}`;
      await context.out.write(`  ${later?.origin}\n  has grown ${grown}, and lost none.\n`);
      return EXIT.passed;
    }
    const old = await checkpointOf(options.old);
    const { chunks } = await openChunks(path);
    const proof = await atLater(path, () => api.proveConsistency(chunks, old));
    await put(options.out, `${JSON.stringify(proof)}\n`, context);
    return EXIT.passed;
  },
};

/** @type {import("../args.js").Command} */
export const open = {
  name: "open",
  summary: "give withheld values back",
  usage: ["open FILE --openings OPENINGS [--line N] [--out FILE]"],
  about:
    "Writes the record file with the lines that open its withheld values, each behind its record. OPENINGS is what run has left beside the file. Signatures and checkpoints hold as before.",
  operands: [1, 1],
  options: {
    openings: { kind: kinds.text, value: "FILE", help: "the openings", required: true },
    line: {
      kind: kinds.whole(1),
      value: "N",
      help: "open the record on this line, and no other",
      repeat: true,
    },
    out: OUT,
  },
  examples: ["open r.ndjson --openings r.ndjson.openings --line 17 --out opened.ndjson"],
  async run({ operands: [path = ""], options }, context) {
    const api = await context.api();
    /** @type {Map<string, string[]>} */
    const openings = new Map();
    const side = await openChunks(options.openings);
    for await (const { number, text } of linesOf(options.openings, side.chunks)) {
      const { record } = parsed(`${options.openings}:${number}`, text);
      openings.set(record, [...(openings.get(record) ?? []), text]);
    }
    const lines = [];
    let opened = 0;
    for await (const { number, text } of linesOf(path, (await openChunks(path)).chunks)) {
      lines.push(text);
      const line = parsed(`${path}:${number}`, text);
      if (line.type !== undefined || (options.line && !options.line.includes(number))) continue;
      const own = openings.get(at(path, () => api.recordId(text))) ?? [];
      opened += own.length > 0 ? 1 : 0;
      lines.push(...own);
    }
    if (opened === 0)
      throw new Refusal(
        `${plain(options.openings)}: expected openings of these records, found none`,
      );
    await put(options.out, lines.map((line) => `${line}\n`).join(""), context);
    context.err.tell(`proofmark: ${counted(opened, "record")} opened\n`);
    return EXIT.passed;
  },
};

/** @param {string | undefined} path @param {string} text @param {import("../main.js").Context} context */
async function put(path, text, { out }) {
  if (path === undefined) return out.write(text);
  writeNew([{ path, text }]);
}

/** @param {string} path */
async function checkpointOf(path) {
  const text = await readText(path);
  if (!text.startsWith("{")) return text;
  const lines = text.split("\n").filter((line) => line !== "");
  const notes = lines.map((line) => parsed(path, line)).filter(({ type }) => type === "checkpoint");
  const note = notes.at(-1)?.note;
  if (note !== undefined) return note;
  throw new Refusal(`${plain(path)}: expected a checkpoint, found none`);
}

/** @param {string} where @param {string} text */
function parsed(where, text) {
  let value;
  try {
    value = JSON.parse(text);
  } catch {
    throw new Refusal(`${plain(where)}: expected a JSON object, found no JSON`);
  }
  if (typeof value === "object" && value !== null && !Array.isArray(value)) return value;
  throw new Refusal(`${plain(where)}: expected a JSON object, found another value`);
}
