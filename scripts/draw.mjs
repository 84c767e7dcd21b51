// Draws doc comments, names and error messages at random, to be read as a stranger would.
//
//   node scripts/draw.mjs SEED [FILE-PREFIX]

import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { execFileSync } from "node:child_process";
import { join } from "node:path";

import { ROOT } from "./lib.mjs";

/** @typedef {{ file: string, line: number, text: string }} Item */

const COUNTS = { comments: 30, names: 30, messages: 20 };
const FOLDERS = ["src", "pkg", "www/src", "worker", "badge"];
const MAX_SHOWN = 400;

const RUST = {
  comment: /(?:^[ \t]*\/\/[/!].*\n)+/gm,
  name: /^[ \t]*(?:pub(?:\([^)]*\))? )?(?:const |async )*(?:fn|struct|enum|trait|type|static|const|mod) (\w{2,})/gm,
  message:
    /(?:^.*\n){0,4}^(?!.*\bfn ).*\b(?:Error::(?:new|because)|\w*_error|refused?|invalid|inconsistent|wrong)\((?=[^;]*")[^;]*;/gm,
};
const SCRIPT = {
  comment: /^[ \t]*\/\*\*[^]*?\*\/|(?:^\/\/ .*\n)+/gm,
  name: /^(?:export )?(?:async )?(?:function\*?|class|const) (\w{2,})|^ {2}(?:async )?#?(\w{2,})\([^)]*\) \{/gm,
  message: /\bnew (?:Refusal|ProofmarkError|ExecutionError|TypeError|RangeError|Error)\([^;]*?\);/g,
};

/** Yields pseudo-random integers below `limit`, derived from `seed`. @param {string} seed */
function createDraw(seed) {
  let number = 0;
  return (/** @type {number} */ limit) => {
    const digest = createHash("sha256")
      .update(`${seed} ${(number += 1)}`)
      .digest();
    return digest.readUIntBE(0, 6) % limit;
  };
}

/** Removes test modules, whose names and messages no user sees. @param {string} source */
const withoutTests = (source) => source.split("\n#[cfg(test)]\nmod tests {")[0] ?? "";

/** Reports whether `text` is prose, or a name that its author chose. @param {string} text */
const isChosen = (text) =>
  /[a-z]{2,}/.test(text.split(/@\w/)[0] ?? "") &&
  !/^(?:new|fmt|from|default|eq|cmp|constructor|if|for|while|switch|catch)$/.test(text);

/** @param {string} file @param {string} source @param {RegExp} pattern @returns {Item[]} */
function find(file, source, pattern) {
  return [...source.matchAll(pattern)]
    .map((match) => ({
      file,
      line: source.slice(0, match.index).split("\n").length,
      text: (match[1] ?? match[2] ?? match[0]).replace(/\s+/g, " ").trim(),
    }))
    .filter(({ text }) => isChosen(text));
}

/** @param {Item[]} items @param {number} count @param {(limit: number) => number} draw */
function sample(items, count, draw) {
  const rest = [...items];
  const drawn = [];
  while (drawn.length < count && rest.length > 0) {
    drawn.push(...rest.splice(draw(rest.length), 1));
  }
  return drawn;
}

const [seed, prefix = ""] = process.argv.slice(2);
if (seed === undefined) {
  console.error("usage: node scripts/draw.mjs SEED [FILE-PREFIX]");
  process.exit(2);
}
const files = execFileSync("git", ["ls-files", "-z", ...FOLDERS], { cwd: ROOT, encoding: "utf8" })
  .split("\0")
  .filter((file) => /\.(?:rs|js)$/.test(file) && !/\/(?:tests|generated)\b/.test(file))
  .filter((file) => file.startsWith(prefix));
/** @type {Record<keyof typeof COUNTS, Item[]>} */
const all = { comments: [], names: [], messages: [] };
for (const file of files) {
  const source = withoutTests(readFileSync(join(ROOT, file), "utf8"));
  const patterns = file.endsWith(".rs") ? RUST : SCRIPT;
  all.comments.push(...find(file, source, patterns.comment));
  all.names.push(...find(file, source, patterns.name));
  all.messages.push(...find(file, source, patterns.message));
}
const draw = createDraw(seed);
for (const kind of /** @type {(keyof typeof COUNTS)[]} */ (Object.keys(COUNTS))) {
  console.log(`\n${kind}: ${COUNTS[kind]} of ${all[kind].length}`);
  for (const { file, line, text } of sample(all[kind], COUNTS[kind], draw)) {
    console.log(`${file}:${line}\n    ${text.slice(0, MAX_SHOWN)}`);
  }
}
