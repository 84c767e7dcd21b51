// English stands in one module, and says something about everything that the core can say.

import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";

import { ROOT } from "../../scripts/lib.mjs";
import { text } from "../../www/src/text.js";

const SOURCES = readdirSync(join(ROOT, "www/src"), { recursive: true, encoding: "utf8" }).filter(
  (path) => path.endsWith(".js") && !/^text[./]/.test(path),
);
const read = (/** @type {string} */ path) => readFileSync(join(ROOT, path), "utf8");

/** Returns the words of a template: its text, and the attributes that are read out. @param {string} source */
function said(source) {
  const found = [];
  for (let at = source.indexOf("html`"); at >= 0; at = source.indexOf("html`", at + 1)) {
    let depth = 0;
    let own = "";
    for (let i = at + 5; i < source.length; i++) {
      if (source.startsWith("${", i)) depth += 1;
      if (depth === 0 && source[i] === "`") break;
      own += depth === 0 ? source[i] : " ";
      if (depth > 0 && source[i] === "{" && source[i - 1] !== "$") depth += 1;
      if (depth > 0 && source[i] === "}") depth -= 1;
    }
    found.push(
      ...[...own.matchAll(/(?:aria-label|title|placeholder|alt)="([^"]*[A-Za-z][^"]*)"/g)].map(
        ([, words]) => words,
      ),
    );
    found.push(...(own.replace(/<[^>]*>?/g, " ").match(/[A-Za-z]{2,}/g) ?? []));
  }
  return found;
}

test("no English stands in a template", () => {
  assert.ok(SOURCES.length > 30);
  for (const path of SOURCES) assert.deepEqual(said(read(`www/src/${path}`)), [], path);
});

test("every text is read", () => {
  const code = (/** @type {string} */ folder) =>
    SOURCES.filter((path) => path.startsWith(folder))
      .map((path) => read(`www/src/${path}`))
      .join("\n");
  /** @param {string} what @param {string} name @param {string} [folder] */
  const isRead = (what, name, folder = "") =>
    new RegExp(`\\b${what}\\.${name}(?!\\w)`).test(code(folder));
  const unread = Object.keys(text).filter((name) => !isRead("text", name));
  for (const [group, folder] of /** @type {const} */ ([
    ["run", "run/"],
    ["reach", "run/"],
    ["results", "results/"],
    ["verify", "verify/"],
    ["evidence", "parts/"],
    ["drop", "parts/"],
  ])) {
    // Texts of fields, causes and files are looked up by the names of those.
    const named = (/** @type {string} */ name) =>
      code(folder).includes(`"${name.replace(/(Hint|Wrong|Do)$/, "")}"`);
    for (const name of Object.keys(text[group])) {
      const found = isRead(`text\\.${group}`, name) || isRead("labels", name, folder);
      if (!found && (group === "results" || !named(name))) unread.push(`${group}.${name}`);
    }
  }
  assert.deepEqual(unread, []);
});

test("every rule of grading, outcome and reason has its words", () => {
  const rules = new Set(
    [...read("docs/grading.md").matchAll(/`((?:number|choice|none)\.[a-z-]+)`/g)].map(
      ([, rule]) => rule,
    ),
  );
  assert.ok(rules.size >= 20);
  assert.deepEqual(Object.keys(text.ruleDescriptions).sort(), [...rules].sort());
  const outcomes = [
    ...(/\| `data\.outcome` \| (.*?) \|/.exec(read("docs/record.md"))?.[1] ?? "").matchAll(
      /`([a-z-]+)`/g,
    ),
  ].map(([, name]) => name);
  assert.deepEqual(Object.keys(text.outcomeNames).sort(), [...outcomes].sort());
  const reasons = [
    ...(
      /pub const fn text\(self\)[\s\S]*?\n    }/.exec(read("src/verify/step.rs"))?.[0] ?? ""
    ).matchAll(/=> "(.*)"/g),
  ].map(([, reason]) => reason);
  assert.ok(reasons.length >= 10);
  // A step that does not apply is no gap.
  const gaps = reasons.filter((reason) => reason !== "the question comes from no bank");
  assert.deepEqual(Object.keys(text.verify.reasons).sort(), gaps.sort());
});

test("what a view names is styled by what it loads", () => {
  const styles = readdirSync(join(ROOT, "www/src/style"));
  /** @param {string[]} names the classes that these style sheets know */
  const known = (names) =>
    new Set(
      names.flatMap((name) =>
        [...read(`www/src/style/${name}`).matchAll(/\.([a-z][\w-]*)/g)].map(([, found]) => found),
      ),
    );
  const loaded = (/** @type {string} */ path) =>
    [...read(`www/src/${path}`).matchAll(/import "\.{1,2}\/style\/([a-z]+\.css)"/g)].map(
      ([, name = ""]) => name,
    );
  const anywhere = known(styles);
  const shared = [
    ...["excerpt", "evidence", "outcome-badge", "reply-text", "error-notice"],
    ...["drop-zone", "logo", "verdict-chip"],
  ];
  let checked = 0;
  for (const view of ["registry", "run", "results", "verify"]) {
    const own = known([...loaded("main.js"), ...loaded(`${view}/view.js`)]);
    const sources = SOURCES.filter((path) => path.startsWith(`${view}/`));
    const parts = view === "registry" ? ["copy-code", "error-notice", "verdict-chip"] : shared;
    sources.push(...parts.map((name) => `parts/${name}.js`));
    for (const path of sources) {
      for (const [, names = ""] of read(`www/src/${path}`).matchAll(/class="([^"]*)"/g)) {
        for (const name of names.replace(/\$\{[^}]*\}/g, " ").split(/\s+/)) {
          if (!anywhere.has(name)) continue;
          assert.ok(own.has(name), `${path}: expected .${name} in what ${view} loads`);
          checked += 1;
        }
      }
    }
  }
  assert.ok(checked > 100, `${checked}`);
});
