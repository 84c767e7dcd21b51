// No file of the core or the package imports itself through others.

import assert from "node:assert/strict";
import { existsSync, readFileSync, readdirSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { test } from "node:test";

import { ROOT } from "../../scripts/lib.mjs";

/** @typedef {Map<string, Set<string>>} Graph the files that each file imports */

/**
 * Lists the files below `folder` that end in `end`.
 * @param {string} folder @param {string} end
 */
const filesBelow = (folder, end) =>
  readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith(end))
    .map((entry) => relative(ROOT, join(entry.parentPath, entry.name)));

/**
 * Finds the strongly connected components of two or more files (Tarjan's algorithm).
 * @param {Graph} graph
 */
function cycles(graph) {
  /** @type {Map<string, { index: number, low: number, open: boolean }>} */
  const nodes = new Map();
  /** @type {string[]} */
  const stack = [];
  /** @type {string[][]} */
  const found = [];
  const visit = (/** @type {string} */ file) => {
    const node = { index: nodes.size, low: nodes.size, open: true };
    nodes.set(file, node);
    stack.push(file);
    for (const used of graph.get(file) ?? []) {
      const other = nodes.get(used) ?? visit(used);
      if (other.open) node.low = Math.min(node.low, other.low);
    }
    if (node.low === node.index) {
      const component = stack.splice(stack.indexOf(file));
      for (const member of component) /** @type {any} */ (nodes.get(member)).open = false;
      if (component.length > 1) found.push(component.sort());
    }
    return node;
  };
  for (const file of graph.keys()) if (!nodes.has(file)) visit(file);
  return found.map((component) => component.join(" "));
}

/** Removes comments, string contents and test modules from Rust source. */
const stripRust = (/** @type {string} */ source) =>
  source
    .replace(/\/\/.*$/gm, "")
    .replace(/"(?:\\.|[^"\\])*"/gs, '""')
    .replace(/^( *)#\[cfg\(test\)\]\n(?: *#.*\n)*\1(?:pub.*? )?mod \w+ \{[^]*?\n\1\}/gm, "");

/**
 * Expands `a::{b, c::{d, self}}` into paths of segments.
 * @param {string} tree @returns {string[][]}
 */
function expandUse(tree) {
  const text = tree.trim();
  const open = text.indexOf("{");
  if (open < 0) return [text.replace(/ as (\w+)$/, "").split("::")];
  const head = text.slice(0, open).split("::").slice(0, -1);
  const parts = [];
  let depth = 0;
  let start = open + 1;
  for (let at = open + 1; at < text.length; at += 1) {
    if (text[at] === "{") depth += 1;
    if (text[at] === "}") depth -= 1;
    if (depth < 0 || (depth === 0 && text[at] === ",")) {
      parts.push(text.slice(start, at));
      start = at + 1;
    }
    if (depth < 0) break;
  }
  const kept = parts.filter((part) => part.trim() !== "");
  return kept.flatMap((part) =>
    expandUse(part).map((path) => [...head, ...path.filter((name) => name !== "self")]),
  );
}

/** Builds the import graph of `src/`. A re-export is an edge to the file that defines the item. */
function rustGraph() {
  const files = filesBelow("src", ".rs").filter((path) => !/\/tests(?:\.rs|\/)/.test(path));
  /** The file of each module, by its path in `::` form. @type {Map<string, string>} */
  const modules = new Map();
  for (const file of files) {
    const name = file.replace(/^src\//, "").replace(/(?:^|\/)(?:mod|lib)\.rs$|\.rs$/, "");
    modules.set(["crate", ...name.split("/").filter(Boolean)].join("::"), file);
  }
  const code = new Map(
    files.map((file) => [file, stripRust(readFileSync(join(ROOT, file), "utf8"))]),
  );
  /** @type {Map<string, { names: Map<string, string[]>, uses: string[][] }>} */
  const parsed = new Map();
  for (const [module, file] of modules) {
    const text = code.get(file) ?? "";
    const names = new Map();
    const uses = [];
    for (const [, visible, tree = ""] of text.matchAll(/^ *(pub(?:\([^)]*\))? )?use ([^;]+);/gm)) {
      for (const path of expandUse(tree)) {
        names.set(/ as (\w+)$/.exec(tree)?.[1] ?? path.at(-1), path);
        if (!visible) uses.push(path);
      }
    }
    const body = text.replace(/^ *(?:pub(?:\([^)]*\))? )?use [^;]+;/gm, "");
    for (const [path] of body.matchAll(/\b[a-zA-Z_]\w*(?:::[a-zA-Z_]\w*)+/g)) {
      uses.push(path.split("::"));
    }
    parsed.set(module, { names, uses });
  }
  /**
   * The module that defines the item at `path`, as it is seen in `module`.
   * @param {string} module @param {string[]} path @param {number} hops @returns {string | undefined}
   */
  const resolve = (module, path, hops = 0) => {
    const [first = "", ...rest] = path;
    if (hops > 20) return undefined;
    if (first === "crate") return descend("crate", rest, hops);
    if (first === "self") return descend(module, rest, hops);
    if (first === "super") return resolve(module.replace(/::\w+$/, ""), ["self", ...rest], hops);
    if (modules.has(`${module}::${first}`)) return descend(module, path, hops);
    const imported = parsed.get(module)?.names.get(first);
    if (imported && imported[0] !== first) return resolve(module, [...imported, ...rest], hops + 1);
    return undefined;
  };
  /** @param {string} module @param {string[]} rest @param {number} hops @returns {string | undefined} */
  const descend = (module, rest, hops) => {
    const [first, ...others] = rest;
    if (first === undefined) return module;
    if (first === "super") return descend(module.replace(/::\w+$/, ""), others, hops);
    if (modules.has(`${module}::${first}`)) return descend(`${module}::${first}`, others, hops);
    const imported = parsed.get(module)?.names.get(first);
    return imported && imported[0] !== first ? resolve(module, imported, hops + 1) : module;
  };
  /** @type {Graph} */
  const graph = new Map();
  for (const [module, file] of modules) {
    const targets = (parsed.get(module)?.uses ?? []).map((path) => resolve(module, path));
    const used = targets.flatMap((target) => (target && modules.get(target)) || []);
    graph.set(file, new Set(used.filter((other) => other !== file)));
  }
  return graph;
}

/** Builds the import graph of `pkg/`, without types. */
function scriptGraph() {
  /** @type {Graph} */
  const graph = new Map();
  for (const file of filesBelow("pkg", ".js").filter(
    (path) => !/^pkg\/(?:generated|dashboard)\//.test(path),
  )) {
    const source = readFileSync(join(ROOT, file), "utf8").replace(
      /\/\*[^]*?\*\/|^\s*\/\/.*$/gm,
      "",
    );
    const imports = source.matchAll(/\b(?:from|import)\s*\(?\s*"(\.[^"]+)"/g);
    const used = [...imports].map(([, path = ""]) => join(dirname(file), path));
    graph.set(file, new Set(used.filter((path) => existsSync(join(ROOT, path)))));
  }
  return graph;
}

test("a file that imports itself through others is found", () => {
  const graph = { a: ["b", "d"], b: ["c"], c: ["a"], d: [] };
  const sets = Object.entries(graph).map(([file, used]) => [file, new Set(used)]);
  assert.deepEqual(cycles(new Map(/** @type {any} */ (sets))), ["a b c"]);
});

test("the paths of a nested `use` are found", () => {
  const paths = expandUse("crate::{a::{self, B}, c::D as E}").map((path) => path.join("::"));
  assert.deepEqual(paths, ["crate::a", "crate::a::B", "crate::c::D"]);
});

test("no file of the core imports itself through others", () => {
  assert.deepEqual(cycles(rustGraph()), []);
});

test("no file of the package imports itself through others", () => {
  assert.deepEqual(cycles(scriptGraph()), []);
});
