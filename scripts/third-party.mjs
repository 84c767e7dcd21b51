// Lists what the npm package contains of others, with their licences: crates in the wasm, libraries
// and a font in the dashboard.

import { readFileSync, readdirSync } from "node:fs";
import { dirname, join } from "node:path";

import { ROOT, Refusal, output } from "./lib.mjs";

/** Licences that allow bundling if their text is included. */
const ALLOWED = ["MIT", "BSD-3-Clause", "ISC", "Apache-2.0", "OFL-1.1", "Unicode-3.0"];

/** Dependencies that no bundle contains: type declarations, and code for servers. */
const UNBUNDLED = ["@types/trusted-types", "@lit-labs/ssr-dom-shim"];

/** @typedef {{ name: string, version: string, licence: string, texts: string[], part: string }} Component */

/** @param {string} path */
const read = (path) => readFileSync(path, "utf8").replaceAll("\r\n", "\n").trim();

/**
 * Returns one licence of every group that `AND` joins, the first that is allowed.
 *
 * @param {string} name
 * @param {string} expression an SPDX expression
 */
export function choose(name, expression) {
  return expression.split(" AND ").map((group) => {
    const offered = group.split(/ OR |\/|[()]/).map((id) => id.trim());
    const licence = ALLOWED.find((id) => offered.includes(id));
    if (licence === undefined) throw new Refusal(`${name}: licence ${group} is not allowed`);
    return licence;
  });
}

/**
 * Returns the texts of `licences` in the folder of a package. Without a file, returns the MIT
 * licence with its authors.
 *
 * @param {string} name
 * @param {string} folder
 * @param {string[]} licences
 * @param {string[]} [authors]
 */
function textsOf(name, folder, licences, authors = []) {
  const files = readdirSync(folder).filter((file) => /^(?:UN)?LICENSE/i.test(file));
  return licences.map((licence) => {
    const [short = ""] = licence.split("-");
    const own = files.find((file) => file.toUpperCase().includes(`-${short.toUpperCase()}`));
    const file = own ?? files.find((file) => /^LICENSE(?:\.\w+)?$/i.test(file));
    if (file !== undefined) return read(join(folder, file));
    if (licence !== "MIT" || authors.length === 0) {
      throw new Refusal(`${name}: expected the text of its licence ${licence}, found none`);
    }
    const mit = read(join(ROOT, "LICENSE-MIT"));
    return mit.replace(/^Copyright.*$/m, `Copyright (c) ${authors.join(", ")}`);
  });
}

/** Lists the crates that are compiled into the wasm. @returns {Component[]} */
function crates() {
  const target = "--filter-platform=wasm32-unknown-unknown";
  const json = output("cargo", ["metadata", "--format-version=1", "--locked", target]);
  if (json === null) throw new Refusal("third-party: cargo metadata failed");
  const { packages, resolve } = JSON.parse(json);
  const byId = new Map(packages.map((/** @type {any} */ one) => [one.id, one]));
  const nodes = new Map(resolve.nodes.map((/** @type {any} */ node) => [node.id, node]));
  /** @type {Set<string>} */
  const found = new Set();
  const waiting = packages.flatMap((/** @type {any} */ { id, name }) =>
    name === "proofmark" ? [id] : [],
  );
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    // Macros run in the compiler only.
    if (found.has(id) || byId.get(id).targets[0].kind.includes("proc-macro")) continue;
    found.add(id);
    for (const { pkg, dep_kinds } of nodes.get(id).deps)
      if (dep_kinds.some((/** @type {any} */ { kind }) => kind === null)) waiting.push(pkg);
  }
  return [...found].flatMap((id) => {
    const { name, version, license, manifest_path, authors, source } = byId.get(id);
    // The crates of this repository.
    if (source === null) return [];
    const licences = choose(name, license);
    const texts = textsOf(name, dirname(manifest_path), licences, authors);
    return [{ name, version, licence: licences.join(" AND "), texts, part: "wasm" }];
  });
}

/** Lists what the dashboard may contain: its dependencies, and theirs. @returns {Component[]} */
function libraries() {
  const { dependencies } = JSON.parse(read(join(ROOT, "www/package.json")));
  const { packages } = JSON.parse(read(join(ROOT, "www/package-lock.json")));
  const found = new Set(Object.keys(dependencies).filter((name) => name !== "proofmark"));
  for (const name of found)
    for (const next of Object.keys(packages[`node_modules/${name}`].dependencies ?? {}))
      if (!UNBUNDLED.includes(next)) found.add(next);
  return [...found].map((name) => {
    const { version, license } = packages[`node_modules/${name}`];
    const licences = choose(name, license);
    const texts = textsOf(name, join(ROOT, "www/node_modules", name), licences);
    return { name, version, licence: licences.join(" AND "), texts, part: "dashboard" };
  });
}

/** Lists all components, sorted by part and name. */
export function components() {
  const all = [...crates(), ...libraries()];
  const key = (/** @type {Component} */ { part, name }) => `${part} ${name}`;
  return all.sort((a, b) => (key(a) < key(b) ? -1 : 1));
}

/** Returns the page of notices. @param {Component[]} all */
export function notices(all) {
  /** @type {Map<string, Set<string>>} */
  const users = new Map();
  for (const { name, texts } of all)
    for (const text of texts) users.set(text, (users.get(text) ?? new Set()).add(name));
  return [
    "# Third-party notices",
    "",
    "This package contains compiled or bundled code of the following packages, a font, and parts of the Rust standard library (MIT, The Rust Project Contributors).",
    "",
    "| part | package | version | licence |",
    "|---|---|---|---|",
    ...all.map(
      ({ part, name, version, licence }) => `| ${part} | ${name} | ${version} | ${licence} |`,
    ),
    ...[...users].flatMap(([text, names]) => [
      "",
      `## ${[...names].join(", ")}`,
      "",
      "```text",
      text,
      "```",
    ]),
    "",
  ].join("\n");
}
