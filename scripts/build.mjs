// Builds the wasm artefacts and their glue into `pkg/generated/`, and holds them to their sizes.

import { createHash } from "node:crypto";
import { copyFileSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { brotliCompressSync } from "node:zlib";

import { ROOT, Refusal, output, run, script } from "./lib.mjs";

const TARGET = "wasm32-unknown-unknown";
const GENERATED = join(ROOT, "pkg", "generated");

/**
 * Every wasm artefact: the stem of its files, the features that it is made of, cargo's profile, and
 * the most that it and its glue may weigh together in bytes after brotli.
 *
 * @typedef {{ stem: string, features: string, profile: string, most?: number }} Artefact
 */

/** @type {Artefact[]} */
const ARTEFACTS = [
  { stem: "core", features: "bulk,check,evaluate,verify", profile: "release", most: 335_000 },
  { stem: "verify", features: "verify", profile: "small", most: 136_000 },
  { stem: "check", features: "check", profile: "small" },
  { stem: "score", features: "bulk,score", profile: "release" },
  { stem: "suite", features: "bank,bulk,suite", profile: "bulk" },
];

/** Where the set-up says what the last build was made of. */
export const BUILD_STAMP = join(GENERATED, ".stamp");

/** Everything that a build depends on. */
export const SOURCES = [
  ".cargo",
  "Cargo.lock",
  "Cargo.toml",
  "package-lock.json",
  "pkg/suite/page.js",
  "scripts/build.mjs",
  "src",
  "xtask",
];

/** Everything that a build leaves. */
export const OUTPUTS = ARTEFACTS.flatMap(({ stem }) => [
  `${stem}.js`,
  `${stem}.d.ts`,
  `${stem}_bg.wasm`,
  `${stem}_bg.wasm.sha256`,
  `${stem}_inline.js`,
])
  .concat("bank.js", "bank.d.ts", "page.js", "page.d.ts")
  .map((name) => join(GENERATED, name));

// What rustc 1.88 and newer may emit, plus SIMD; wasm-opt is told the same and may use no more.
const FEATURES = [
  "bulk-memory",
  "bulk-memory-opt",
  "call-indirect-overlong",
  "multivalue",
  "mutable-globals",
  "nontrapping-float-to-int",
  "reference-types",
  "sign-ext",
  "simd",
];

/** Compiler flags under which the wasm holds no path of the machine that built it. */
function rustflags() {
  const cargoHome = process.env.CARGO_HOME ?? join(homedir(), ".cargo");
  const registries = join(cargoHome, "registry", "src");
  const sysroot = output("rustc", ["--print", "sysroot"]) ?? "";
  const commit = /^commit-hash: (.*)$/m.exec(output("rustc", ["-vV"]) ?? "")?.[1] ?? "";
  const renamed = [
    [ROOT, "/proofmark"],
    ...readdirSync(registries).map((name) => [join(registries, name), "/crates"]),
    [join(sysroot, "lib", "rustlib", "src", "rust"), `/rustc/${commit}`],
  ];
  return [
    "-Ctarget-feature=+simd128",
    // `xtask` needs to know what refers to what.
    "-Clink-arg=--emit-relocs",
    ...renamed.map(([from, to]) => `--remap-path-prefix=${from}=${to}`),
  ].join("\x1f");
}

/** Where cargo builds. */
function targetDirectory() {
  const metadata = output("cargo", ["metadata", "--format-version=1", "--no-deps", "--locked"]);
  if (metadata === null) throw new Refusal("build: Cargo.lock does not agree with Cargo.toml");
  return JSON.parse(metadata).target_directory;
}

/**
 * `quick` is for trying something out: it builds in seconds what is larger and slower.
 *
 * @param {Artefact} artefact
 * @param {{ target: string, quick: boolean }} how
 */
async function build({ stem, features: parts, ...artefact }, { target, quick }) {
  const profile = quick ? "quick" : artefact.profile;
  const what = ["--locked", "--lib", "--package=proofmark", `--target=${TARGET}`];
  const env = { ...process.env, CARGO_ENCODED_RUSTFLAGS: rustflags() };
  const only = ["--no-default-features", `--features=${parts}`];
  await run("cargo", ["build", `--profile=${profile}`, ...what, ...only], { env });

  const glue = join(target, "glue", stem);
  rmSync(glue, { recursive: true, force: true });
  mkdirSync(glue, { recursive: true });
  const raw = join(target, TARGET, profile, "proofmark.wasm");
  await run("cargo", ["run", "--quiet", "--locked", "--package=xtask", "--", raw, glue, stem]);

  const wasm = join(GENERATED, `${stem}_bg.wasm`);
  const features = FEATURES.map((feature) => `--enable-${feature}`);
  const optimiser = join(ROOT, "node_modules", "binaryen", "bin", "wasm-opt");
  const optimise = profile === "small" ? [...OPTIMISE, ...SMALLER] : OPTIMISE;
  const flags = ["--mvp-features", ...features, ...optimise, "--strip-debug", "--strip-producers"];
  const linked = join(glue, `${stem}_bg.wasm`);
  if (quick) copyFileSync(linked, wasm);
  else await run(process.execPath, [optimiser, ...flags, linked, "-o", wasm]);
  for (const name of [`${stem}.js`, `${stem}.d.ts`])
    copyFileSync(join(glue, name), join(GENERATED, name));

  const bytes = readFileSync(wasm);
  const base64 = bytes.toString("base64");
  writeFileSync(
    join(GENERATED, `${stem}_inline.js`),
    `export const bytes = () => Uint8Array.from(atob("${base64}"), (c) => c.charCodeAt(0));\n`,
  );
  const digest = createHash("sha256").update(bytes).digest("hex");
  writeFileSync(`${wasm}.sha256`, `${digest}  ${stem}_bg.wasm\n`);
}

/**
 * The script of a report's page, as a text that a page can hold: the verifier's glue, its wasm, and
 * what they are for. A page has no other file to import them from.
 */
function writePage() {
  const parts = ["generated/check.js", "generated/check_inline.js", "suite/page.js"];
  const script = parts.map((name) => readFileSync(join(ROOT, "pkg", name), "utf8")).join("\n");
  // Imports and the word for type checkers are of no use where there is one script alone.
  const joined = JSON.stringify(script.replace(/^(?:import .*;|\/\* @ts-self-types.*)\n/gm, ""));
  writeFileSync(join(GENERATED, "page.js"), `export const verifier = ${joined};\n`);
  writeFileSync(join(GENERATED, "page.d.ts"), "export const verifier: string;\n");
}

/**
 * The public bank, for an artefact that does not hold it: as one bank file, without the spaces.
 * Whoever loads it has its root computed anew.
 */
function writeBank() {
  const folder = join(ROOT, "src", "bank", "public");
  const files = readdirSync(folder).map((name) =>
    JSON.parse(readFileSync(join(folder, name), "utf8")),
  );
  const bank = { id: files[0].id, items: files.flatMap(({ items }) => items) };
  const text = JSON.stringify(JSON.stringify(bank));
  writeFileSync(join(GENERATED, "bank.js"), `export const bank = ${text};\n`);
  writeFileSync(join(GENERATED, "bank.d.ts"), "export const bank: string;\n");
}

// A function of one caller is left where it is: the larger functions that inlining makes compress
// worse, by 2 to 4 percent. -O3 gives the same size after brotli to within a quarter of a percent.
// The stack is at the low addresses, so nothing is allocated there.
const OPTIMISE = ["-Oz", "--one-caller-inline-max-function-size=0", "--low-memory-unused"];

// What is smaller before brotli is not always so after it: these passes take out what repeats itself.
const SMALLER = ["--skip-pass=local-cse", "--skip-pass=simplify-locals", "--converge"];

/** Prints the size of every artefact. Throws a `Refusal` if one is over its limit. */
function weigh() {
  const weight = (/** @type {string} */ name) => {
    const bytes = readFileSync(join(GENERATED, name));
    return { name, raw: bytes.length, brotli: brotliCompressSync(bytes).length };
  };
  const files = OUTPUTS.map((path) => path.slice(GENERATED.length + 1));
  const rows = files.filter((name) => /\.(js|wasm)$/.test(name)).map(weight);
  /** @type {{ name: string, raw: number, brotli: number, most: number }[]} */
  const limited = ARTEFACTS.flatMap(({ stem, most }) => {
    if (most === undefined) return [];
    const [glue, wasm] = [weight(`${stem}.js`), weight(`${stem}_bg.wasm`)];
    const [raw, brotli] = [glue.raw + wasm.raw, glue.brotli + wasm.brotli];
    return { name: `${stem}, wasm and glue`, raw, brotli, most };
  });
  const cell = (/** @type {string | number} */ text) => String(text).padStart(10);
  const line = (/** @type {string} */ name, /** @type {(string | number)[]} */ ...cells) =>
    console.log(`${name.padEnd(24)}${cells.map(cell).join("")}`);
  line("bytes", "raw", "brotli", "limit");
  for (const { name, raw, brotli } of rows) line(name, raw, brotli, "-");
  for (const { name, raw, brotli, most } of limited) {
    line(name, raw, brotli, most, brotli > most ? "over" : "");
  }
  for (const { stem } of ARTEFACTS) {
    console.log(
      `sha-256 ${readFileSync(join(GENERATED, `${stem}_bg.wasm.sha256`), "utf8").trim()}`,
    );
  }
  const heavy = limited.find(({ brotli, most }) => brotli > most);
  if (heavy) {
    throw new Refusal(
      `build: ${heavy.name}: expected ${heavy.most} bytes at most, found ${heavy.brotli}`,
    );
  }
}

/** Builds everything anew. */
export async function buildAll({ quick = false } = {}) {
  mkdirSync(GENERATED, { recursive: true });
  // What a set-up has left here is no longer what it says.
  rmSync(BUILD_STAMP, { force: true });
  await run("cargo", ["fetch", "--locked", "--quiet"]);
  const target = targetDirectory();
  for (const artefact of ARTEFACTS) await build(artefact, { target, quick });
  writeBank();
  writePage();
  if (!quick) weigh();
}

script(import.meta.url, () => buildAll({ quick: process.argv.includes("--quick") }));
