// The documents of the API and the declarations, taken apart.

import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { inspect } from "node:util";

import { ROOT } from "../../scripts/lib.mjs";

const read = (/** @type {string} */ path) => readFileSync(join(ROOT, path), "utf8");

/** @typedef {{ name: string, kind: "value" | "type", text: string, about: string }} Declared */

/**
 * Lists the exports of a declaration file, its own or from files next to it.
 *
 * @param {string} path
 * @returns {Map<string, Declared>}
 */
export function declared(path) {
  const text = read(path);
  /** @type {Map<string, Declared>} */
  const found = new Map();
  for (const [, from = ""] of text.matchAll(/^export \* from "(.*)\.js";$/gm)) {
    for (const [name, one] of declared(join(path, "..", `${from}.d.ts`))) found.set(name, one);
  }
  for (const [, names = ""] of text.matchAll(/^export \{(.*)\} from /gm)) {
    for (const name of names.split(",").map((name) => name.trim()))
      found.set(name, { name, kind: "value", text: "", about: "" });
  }
  // A class or an interface ends at its brace, also where there are empty lines in it.
  const pattern =
    /(?:^\/\*\*((?:(?!\*\/)[^])*)\*\/\n)?^export (?=function|class|interface|type)(?:(class|interface) (\w+)(?:[^{}]*\{\}|[^]*?^\})$|(function|type) (\w+)[^]*?(?:;|\})\n(?=\n|$))/gm;
  for (const [whole, about = "", ...parts] of text.matchAll(pattern)) {
    const [what = "", name = ""] = parts.filter((part) => part !== undefined);
    const kind = what === "function" || what === "class" ? "value" : "type";
    const code = whole.slice(whole.indexOf(`export ${what}`) + "export ".length).trimEnd();
    found.set(name, { name, kind, text: code, about: plain(about) });
  }
  return found;
}

/** The text of a comment. @param {string} comment */
const plain = (comment) =>
  comment
    .replace(/^\s*\*? ?/gm, " ")
    .replace(/\s+/g, " ")
    .trim();

/** @typedef {{ name: string, signature: string | undefined, examples: string[], errors: string[], text: string }} Section */

/** The sections of a document that are about an export: their titles are names in code. @param {string} path */
export function sections(path) {
  const [, ...parts] = read(path).split(/^### `(?=\w+`$)/m);
  return parts.map((part) => {
    const [name = "", ...rest] = part.split("`\n");
    const text = rest.join("`\n").split(/^## /m)[0] ?? "";
    const [, signature] = /^```ts\n([^]*?)\n```$/m.exec(text) ?? [];
    const errors = /^Errors: (.*)$/m.exec(text)?.[1];
    return {
      name,
      signature,
      examples: blocks(text),
      errors: [...(errors ?? "").matchAll(/`([\w.-]+)`/g)].map(([, code]) => code ?? ""),
      text,
    };
  });
}

/** The blocks of JavaScript in a text. @param {string} text @returns {string[]} */
export const blocks = (text) =>
  [...text.matchAll(/^```js\n([^]*?)^```$/gm)].map(([, code]) => code ?? "");

/** The rows of the table of types in a document: name and meaning. @param {string} path */
export const typeRows = (path) =>
  new Map(
    [...read(path).matchAll(/^\| `(\w+)` \| (.*) \|$/gm)].map(([, name = "", about = ""]) => [
      name,
      about,
    ]),
  );

/** Every document of the API. */
export const DOCUMENTS = [
  "docs/api.md",
  ...readdirSync(join(ROOT, "docs/api"))
    .sort()
    .map((name) => `docs/api/${name}`),
];

/**
 * Returns the output of an example, and the output that it states after `// → `.
 *
 * @param {string} code
 */
export async function run(code) {
  const says = [...code.matchAll(/\/\/ → (.*)$/gm)].map(([, line]) => line ?? "");
  const resolved = code.replace(
    /^import (.*) from "(proofmark[^"]*)";$/gm,
    (_, names, from) => `import ${names} from ${JSON.stringify(import.meta.resolve(from))};`,
  );
  /** @type {string[]} */
  const prints = [];
  const key = `printer${Math.random()}`;
  const global = /** @type {any} */ (globalThis);
  global[key] = {
    log: (/** @type {unknown[]} */ ...values) =>
      prints.push(
        ...values
          .map((value) =>
            typeof value === "string" ? value : inspect(value, { breakLength: Infinity }),
          )
          .join(" ")
          .split("\n"),
      ),
  };
  const source = `const console = globalThis[${JSON.stringify(key)}];\n${resolved}`;
  const before = process.cwd();
  process.chdir(ROOT);
  try {
    await import(`data:text/javascript,${encodeURIComponent(source)}`);
  } finally {
    process.chdir(before);
    delete global[key];
  }
  return { says, prints };
}

/** @param {string} path */
export const importFile = (path) => import(pathToFileURL(join(ROOT, path)).href);
