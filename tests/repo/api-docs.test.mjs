// The documents of the API say what there is: every export of every entry, with the declaration that
// it has, errors that exist, and examples that print what they say.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { test } from "node:test";

import { ROOT } from "../../scripts/lib.mjs";
import { DOCUMENTS, blocks, declared, importFile, run, sections, typeRows } from "./api-docs.mjs";

const read = (/** @type {string} */ path) => readFileSync(join(ROOT, path), "utf8");

/** The entries that are imported: name, declarations, what Node loads, and document. */
const ENTRIES = Object.entries(JSON.parse(read("pkg/package.json")).exports)
  .filter(([name, { types }]) => types !== undefined && !name.endsWith("/worker"))
  .map(([name, { types, node }]) => {
    const short = name === "." ? "proofmark" : name.slice("./".length);
    const [types_, node_] = [join("pkg", types), join("pkg", node)];
    return { name: short, types: types_, node: node_, document: `docs/api/${short}.md` };
  });

/** The codes of errors, and what a page says of each. @param {string} page */
const codesOf = (page) =>
  new Map(
    [...read(page).matchAll(/^\| `([a-z]+\.[\w-]+)` \| (.*) \|$/gm)].map(
      ([, code, about]) => /** @type {[string, string]} */ ([code, about]),
    ),
  );

const CODES = codesOf("docs/errors.md");

/** The code that is ours, not generated, in these folders, as one text. @param {string[]} folders */
const sources = (...folders) =>
  folders
    .flatMap((folder) =>
      readdirSync(join(ROOT, folder), { recursive: true, encoding: "utf8" })
        .filter((path) => path.endsWith(".js") && !/^generated|node_modules/.test(path))
        .map((path) => read(join(folder, path))),
    )
    .join("\n");

test("the reader of declarations sees what stands in them", () => {
  const found = declared("pkg/index.d.ts");
  assert.equal(found.get("keyDid")?.text, "function keyDid(key: string): string;");
  assert.match(found.get("ProofmarkError")?.text ?? "", /^class [^]*\n\}$/);
  assert.equal(found.get("Letter")?.kind, "type");
  assert.equal(found.get("Letter")?.about, "The letter of an option.");
});

for (const { name, types, node, document } of ENTRIES) {
  test(`${name}: every export has its section, and every section its export`, async () => {
    assert.ok(existsSync(join(ROOT, document)), document);
    const declarations = [...declared(types).values()];
    const named = (/** @type {"value" | "type"} */ kind) =>
      declarations.filter((one) => one.kind === kind).map((one) => one.name);
    const documented = sections(document).map((section) => section.name);
    assert.deepEqual([...documented].sort(), named("value").sort());
    assert.deepEqual(Object.keys(await importFile(node)).sort(), named("value").sort());
    assert.deepEqual([...typeRows(document).keys()].sort(), named("type").sort());
    for (const [type, about] of typeRows(document)) {
      const said = declared(types).get(type)?.about ?? "";
      assert.ok(about !== "" && said.startsWith(about), `${type}: ${said}`);
    }
  });

  test(`${name}: every section has its declaration, its errors and an example`, () => {
    const declarations = declared(types);
    for (const { name: title, signature, examples, errors, text } of sections(document)) {
      const { text: code = "" } = declarations.get(title) ?? {};
      assert.equal(signature ?? "", code, title);
      assert.ok(
        examples.some((example) => example.includes(title)),
        `${title}: no example`,
      );
      if (code === "") continue;
      assert.match(text, /^Errors: /m, title);
      for (const error of errors.filter((error) => error.includes(".") && !error.endsWith(".")))
        assert.ok(CODES.has(error), `${title}: ${error}`);
    }
  });
}

test("every page says where the members of its types are declared", () => {
  for (const { types, document } of ENTRIES) {
    if (!read(document).includes("## Types")) continue;
    const files = [...read(types).matchAll(/^export \* from "\.\/(.*)\.js";$/gm)].map(
      ([, name]) => `pkg/${name}.d.ts`,
    );
    for (const file of files.length > 0 ? files : [types])
      assert.ok(read(document).includes(`(../../${file})`), `${document}: ${file}`);
  }
});

for (const document of [...DOCUMENTS, "docs/exchange.md"]) {
  test(`${document}: every example prints what it says`, async () => {
    const examples = blocks(read(document));
    assert.ok(examples.length > 0);
    for (const code of examples) {
      const { says, prints } = await run(code).catch((error) => {
        throw new Error(`${code}\n${error.stack}`);
      });
      assert.deepEqual(prints, says, code);
      assert.equal(code.includes("console.log"), says.length > 0, code);
    }
  });
}

test("every example passes under the strict rules of TypeScript", (t) => {
  const guides = readdirSync(join(ROOT, "docs")).filter((name) => name.endsWith(".md"));
  const pages = ["README.md", ...guides.map((name) => `docs/${name}`), ...DOCUMENTS.slice(1)];
  // Within the repository, where the package is found by its name.
  mkdirSync(join(ROOT, ".proofmark"), { recursive: true });
  const folder = mkdtempSync(join(ROOT, ".proofmark/examples-"));
  t.after(() => rmSync(folder, { recursive: true }));
  const files = pages.flatMap((page) =>
    blocks(read(page)).map((code, at) => {
      const file = join(folder, `${page.replaceAll("/", "-")}-${at + 1}.mts`);
      writeFileSync(file, code);
      return file;
    }),
  );
  assert.ok(files.length > 60);
  const tsc = join(ROOT, "node_modules/typescript/bin/tsc");
  const terms = "--ignoreConfig --noEmit --strict --module nodenext --target es2022 --types node";
  const lib = "es2023,dom,dom.iterable,dom.asynciterable";
  const words = [tsc, ...terms.split(" "), "--lib", lib, ...files];
  const { stdout, status } = spawnSync(process.execPath, words, { cwd: ROOT, encoding: "utf8" });
  assert.equal(status, 0, stdout);
});

test("every error of the core is documented in its own words", () => {
  const declaration =
    /((?:^ *\/\/\/ .*\n)+)(?:^ *#\[.*\n)*^ *[A-Z]\w+ = "([a-z]+\.[a-z0-9-]+)",$/gm;
  const found = [...read("src/error/code.rs").matchAll(declaration)];
  assert.ok(found.length > 100);
  for (const [, comment = "", code = ""] of found) {
    const said = comment.replace(/^ *\/\/\/ /gm, "").replaceAll("\n", " ");
    const about = CODES.get(code) ?? "nothing";
    assert.ok(about.startsWith(said.replace(/\. $/, "")), `${code}: ${said}: ${about}`);
  }
});

test("every error of a host is documented, and no other", () => {
  const thrown =
    /(?:(?:ProofmarkError|Refusal|ExecutionError)\(|\bcode =)\s*"([^"]+)"|"(cli\.[^"]+)"/g;
  const found = [...sources("pkg", "www/src").matchAll(thrown)].map(
    ([, code, own]) => code ?? own ?? "",
  );
  assert.deepEqual(
    found.filter((code) => !CODES.has(code)),
    [],
  );
  const core = read("src/error/code.rs");
  for (const code of CODES.keys())
    assert.ok(found.includes(code) || core.includes(`"${code}"`), `${code}: thrown nowhere`);
});

test("every refusal of the worker is documented, and no other", () => {
  const found = new Set();
  for (const file of readdirSync(join(ROOT, "worker/src"), { recursive: true, encoding: "utf8" })) {
    const text = file.endsWith(".js") ? read(`worker/src/${file}`) : "";
    if (!/\b(?:Refusal|requireKnown)\b/.test(text)) continue;
    for (const [, code] of text.matchAll(/"([a-z]+\.[a-z-]+)"/g)) found.add(code);
    for (const [, thing] of text.matchAll(/\b(?:requireKnown|unknown)\("([a-z]+)"/g))
      found.add(`${thing}.unknown`);
  }
  assert.deepEqual([...codesOf("worker/README.md").keys()].sort(), [...found].sort());
});

test("every export has its type test", () => {
  for (const { name, types } of ENTRIES) {
    const tests = read(`tests/types/exports/${name}.ts`);
    for (const one of declared(types).keys()) assert.match(tests, new RegExp(`\\b${one}\\b`), name);
  }
});

test("every document of an entry is named in the overview", () => {
  for (const path of DOCUMENTS.slice(1))
    assert.ok(read("docs/api.md").includes(`(${path.slice("docs/".length)})`), path);
});
