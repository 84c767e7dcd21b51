// Registers the agents of a list: JSON, NDJSON or CSV, in a file or at a URL. README, Subjects.

import { randomUUID } from "node:crypto";
import { readFile } from "node:fs/promises";
import { parseArgs } from "node:util";

import { splitCsvLine } from "../pkg/cli/run/target-lines.js";

const USAGE =
  "usage: TOKEN=… node worker/import.mjs LIST WORKER [--list PATH] [--map NAME=PATH] [--set NAME=TEXT]";

/** The members of a subject that a list may give. */
const NAMES = [
  ...["id", "endpoint", "protocol", "registry", "model", "jsonBody", "replyPointer", "tool"],
  ...["argument", "uaid", "agentUrl", "every"],
];

/** Reads the value at a path such as `endpoints.0.url`. @param {any} value @param {string} path */
const at = (value, path) =>
  path.split(".").reduce((inner, name) => (name === "" ? inner : inner?.[name]), value);

/**
 * Parses a list by its first character.
 *
 * @param {string} text
 * @param {string} place
 * @param {string} path The path of the list within JSON.
 * @returns {any[]}
 */
function entriesOf(text, place, path) {
  const lines = text.split(/\r?\n/).filter((line) => line.trim() !== "");
  if (!/^\s*[[{]/.test(text)) {
    const [names = [], ...rows] = lines.map((line, row) =>
      splitCsvLine(line, `${place}:${row + 1}`),
    );
    return rows.map((cells) =>
      Object.fromEntries(names.map((name, column) => [name, cells[column]])),
    );
  }
  try {
    const list = at(JSON.parse(text), path);
    return Array.isArray(list) ? list : [list];
  } catch {
    return lines.map((line) => JSON.parse(line));
  }
}

/** Parses options such as `id=uaid`. @param {string[]} options */
const pairsOf = (options) =>
  Object.fromEntries(options.map((option) => [...option.split(/=(.*)/s), ""].slice(0, 2)));

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    list: { type: "string", default: "" },
    map: { type: "string", multiple: true, default: [] },
    set: { type: "string", multiple: true, default: [] },
  },
});
const [source, worker] = positionals;
const { TOKEN } = process.env;
if (source === undefined || worker === undefined || TOKEN === undefined) {
  console.error(USAGE);
  process.exit(2);
}
const text = /^https?:/.test(source)
  ? await (await fetch(source)).text()
  : await readFile(source, "utf8");
// A list with names of its own may use ours for something else.
const own = values.map.length === 0 ? NAMES : ["id", "endpoint"];
const paths = { ...Object.fromEntries(own.map((name) => [name, name])), ...pairsOf(values.map) };
let refused = 0;
const entries = entriesOf(text.replace(/^\ufeff/, ""), source, values.list);
for (const [index, entry] of entries.entries()) {
  const found = Object.entries(paths).map(([name, path]) => [name, at(entry, path)]);
  const given = found.filter(([, value]) => value !== undefined && value !== null && value !== "");
  const answer = await fetch(new URL("/subjects", worker), {
    method: "POST",
    headers: {
      ...{ authorization: `Bearer ${TOKEN}`, "content-type": "application/json" },
      ...{ "idempotency-key": randomUUID(), "proofmark-time": String(Date.now()) },
    },
    body: JSON.stringify({ ...Object.fromEntries(given), ...pairsOf(values.set) }),
  });
  const told = await answer.text();
  if (answer.ok) console.log(told);
  else console.error(`entry ${index + 1}: ${told}`);
  refused += answer.ok ? 0 : 1;
}
console.error(`${entries.length - refused} agents registered, ${refused} refused`);
process.exitCode = refused === 0 ? 0 : 1;
