// Builds the wasm files and their glue into `pkg/generated/`, and enforces their size limits.

import { createHash } from "node:crypto";
import { copyFileSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { brotliCompressSync } from "node:zlib";

import { CRATE_SOURCES, ROOT, Refusal, output, run, script, timed } from "./lib.mjs";

const TARGET = "wasm32-unknown-unknown";
const GENERATED = join(ROOT, "pkg", "generated");
/** The badge's directory is complete by itself, and its wasm and bank are in no other. */
const BADGE = join(ROOT, "pkg", "badge");

/**
 * A wasm file: the stem of its file names, its crate features, and the maximum size of wasm and glue
 * after brotli in bytes. `folder` is that of the wasm, if it is another; `config` is an option of cargo,
 * and `flags` are further compiler flags.
 *
 * @typedef {{ stem: string, features: string, most?: number, folder?: string, config?: string, flags?: string[] }} Artefact
 */

// Compiles the reader of replies for speed: the core grades replies by the million.
const FAST_GRADING = "profile.release.package.proofmark-grade.opt-level=2";

// Keeps LLVM from moving code between branches and out of loops. Brotli compresses unmoved code better.
const MOVE_LESS = [
  "-Cllvm-args=--simplifycfg-sink-common=false",
  "-Cllvm-args=--simplifycfg-hoist-common=false",
  "-Cllvm-args=--disable-constant-hoisting",
  "-Cllvm-args=--disable-lsr",
  "-Cllvm-args=--enable-load-pre=false",
];

// Compiles memchr for size: the verifier only searches for line ends and escapes.
const SMALL_SEARCH = 'profile.release.package.memchr.opt-level="z"';

/** @type {Artefact[]} */
const ARTEFACTS = [
  { stem: "core", features: "bulk,evaluate,verify", most: 238_000, config: FAST_GRADING },
  {
    stem: "verify",
    features: "verify",
    most: 105_000,
    folder: BADGE,
    config: SMALL_SEARCH,
    flags: MOVE_LESS,
  },
  { stem: "check", features: "check" },
  { stem: "score", features: "bulk,score" },
  { stem: "suite", features: "bank,bulk,suite" },
];

/** The file in which setup stores the digest of the last build's inputs. */
export const BUILD_STAMP = join(GENERATED, ".stamp");

/** The inputs of a build. */
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

/** The outputs of a build. */
export const OUTPUTS = ARTEFACTS.flatMap((artefact) => [
  join(GENERATED, `${artefact.stem}.js`),
  join(GENERATED, `${artefact.stem}.d.ts`),
  join(GENERATED, `${artefact.stem}_bg.wasm.sha256`),
  wasmOf(artefact),
]).concat(
  join(BADGE, "bank.js"),
  ["page.js", "page.d.ts"].map((name) => join(GENERATED, name)),
);

/** Returns the path of a wasm file. @param {Artefact} artefact */
function wasmOf({ stem, folder = GENERATED }) {
  return join(folder, `${stem}_bg.wasm`);
}

// The wasm features that rustc 1.88 and newer may emit, plus SIMD. wasm-opt may use no others.
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

/** Returns compiler flags that keep local paths out of the wasm. */
function rustflags() {
  const sysroot = output("rustc", ["--print", "sysroot"]) ?? "";
  const commit = /^commit-hash: (.*)$/m.exec(output("rustc", ["-vV"]) ?? "")?.[1] ?? "";
  const renamed = [
    [ROOT, "/proofmark"],
    ...readdirSync(CRATE_SOURCES).map((name) => [join(CRATE_SOURCES, name), "/crates"]),
    [join(sysroot, "lib", "rustlib", "src", "rust"), `/rustc/${commit}`],
  ];
  return [
    "-Ctarget-feature=+simd128",
    // Relocations tell `xtask` which code and data are referenced.
    "-Clink-arg=--emit-relocs",
    ...renamed.map(([from, to]) => `--remap-path-prefix=${from}=${to}`),
  ].join("\x1f");
}

/** Returns cargo's target directory. */
function targetDirectory() {
  const metadata = output("cargo", ["metadata", "--format-version=1", "--no-deps", "--locked"]);
  if (metadata === null) throw new Refusal("build: Cargo.lock does not agree with Cargo.toml");
  return JSON.parse(metadata).target_directory;
}

/**
 * `compiling` is the folder in which cargo compiles. `quick` skips optimisation, for experiments.
 *
 * @typedef {{ target: string, compiling: string, quick: boolean }} How
 */

/**
 * Compiles one file. Returns the path of a copy, because the next build replaces cargo's output.
 *
 * @param {Artefact} artefact
 * @param {How} how
 */
async function compile({ stem, features, config, flags = [] }, { target, quick, compiling }) {
  const name = quick ? "quick" : "release";
  // With an rlib beside it, the linker would not optimise across crates.
  const what = ["--lib", "--crate-type=cdylib", "--package=proofmark", `--target=${TARGET}`];
  const encoded = [rustflags(), ...flags].join("\x1f");
  const settings = { CARGO_ENCODED_RUSTFLAGS: encoded, CARGO_TARGET_DIR: compiling };
  const env = { ...process.env, ...settings };
  const only = ["--no-default-features", `--features=${features}`];
  const options = [
    "--quiet",
    "--locked",
    `--profile=${name}`,
    ...(config ? ["--config", config] : []),
  ];
  await run("cargo", ["rustc", ...options, ...what, ...only], { env });
  const glue = join(target, "glue", stem);
  rmSync(glue, { recursive: true, force: true });
  mkdirSync(glue, { recursive: true });
  const compiled = join(glue, "compiled.wasm");
  copyFileSync(join(compiling, TARGET, name, "proofmark.wasm"), compiled);
  return compiled;
}

/**
 * Writes the glue of a compiled file, optimises it, and writes its digest.
 *
 * @param {Artefact} artefact
 * @param {How} how
 * @param {string} compiled
 */
async function finish(artefact, { target, quick }, compiled) {
  const { stem } = artefact;
  const glue = join(target, "glue", stem);
  await run(join(target, "debug", "xtask"), [compiled, glue, stem]);

  const wasm = wasmOf(artefact);
  const features = FEATURES.map((feature) => `--enable-${feature}`);
  const optimiser = join(ROOT, "node_modules", "binaryen", "bin", "wasm-opt");
  const flags = ["--mvp-features", ...features, ...OPTIMISE, "--strip-debug", "--strip-producers"];
  const linked = join(glue, `${stem}_bg.wasm`);
  if (quick) copyFileSync(linked, wasm);
  else await run(process.execPath, [optimiser, ...flags, linked, "-o", wasm]);
  const generated = (/** @type {string} */ extension) =>
    withoutStart(readFileSync(join(glue, `${stem}.${extension}`), "utf8"));
  writeFileSync(join(GENERATED, `${stem}.d.ts`), generated("d.ts"));
  // The types of the glue are in the other file.
  const code = generated("js").replace(/^ *\/\*\*\n(?: *\*.*\n)+/gm, "");
  writeFileSync(join(GENERATED, `${stem}.js`), code.replace(/^\s+/gm, ""));

  const digest = createHash("sha256").update(readFileSync(wasm)).digest("hex");
  writeFileSync(join(GENERATED, `${stem}_bg.wasm.sha256`), `${digest}  ${stem}_bg.wasm\n`);
}

/**
 * Removes the asynchronous start from glue and its types: the hosts compile the wasm themselves.
 *
 * @param {string} code
 */
function withoutStart(code) {
  return code
    .replace(/^async function __wbg_load[^]*?(?=^function initSync)/m, "")
    .replace(/^let __wbg_init_promise[^]*?(?=^export)/m, "")
    .replace(", __wbg_init as default", "")
    .replace(/^\/\*\*\n(?: \*.*\n)+export default function __wbg_init.*\n/m, "");
}

/**
 * Writes the script of an HTML report as a string: the verifier's glue, its wasm, and the page
 * code. The page is self-contained, so it cannot import them.
 */
function writePage() {
  const [glue, page] = ["generated/check.js", "suite/page.js"].map((name) =>
    readFileSync(join(ROOT, "pkg", name), "utf8"),
  );
  const wasm = readFileSync(join(GENERATED, "check_bg.wasm")).toString("base64");
  const script = `${glue}\n${page?.replace('WASM = ""', `WASM = "${wasm}"`)}`;
  // A single script needs neither imports nor hints for type checkers.
  const joined = JSON.stringify(script.replace(/^(?:import .*;|\/\* @ts-self-types.*)\n/gm, ""));
  writeFileSync(join(GENERATED, "page.js"), `export const verifier = ${joined};\n`);
  writeFileSync(join(GENERATED, "page.d.ts"), "export const verifier: string;\n");
}

/**
 * Writes the public bank as one bank file without the notes for its readers, for all wasm files. The
 * core recomputes its root after loading.
 */
function writeBank() {
  const folder = join(ROOT, "src", "bank", "public");
  const files = readdirSync(folder).map((name) =>
    JSON.parse(readFileSync(join(folder, name), "utf8")),
  );
  const items = files.flatMap(({ items }) =>
    items.map((/** @type {any} */ { why: _, ...item }) => item),
  );
  const bank = JSON.stringify({ id: files[0].id, items });
  writeFileSync(join(BADGE, "bank.js"), `export const bank = JSON.stringify(${bank});\n`);
}

// Inlining functions with a single caller makes functions larger, and compresses 2 to 4 percent worse.
// The skipped passes remove repetition, which helps before brotli, but not after it. -O3 gives the
// same size after brotli, within a quarter of a percent. In the order of their names, functions of a
// module are neighbours and compress better. No engine needs hints about alignment. The low addresses
// are unused: they are the end of the stack.
const OPTIMISE = [
  "-Oz",
  "--one-caller-inline-max-function-size=0",
  "--low-memory-unused",
  "--skip-pass=local-cse",
  "--skip-pass=simplify-locals",
  "--skip-pass=memory-packing",
  "--dealign",
  "--reorder-functions-by-name",
];

/** Prints the size of every file. Throws a `Refusal` if one exceeds its limit. */
function checkSize() {
  const weight = (/** @type {string} */ path) => {
    const bytes = readFileSync(path);
    return { name: basename(path), raw: bytes.length, brotli: brotliCompressSync(bytes).length };
  };
  const rows = OUTPUTS.filter((name) => /\.(js|wasm)$/.test(name)).map(weight);
  /** @type {{ name: string, raw: number, brotli: number, most: number }[]} */
  const limited = ARTEFACTS.flatMap((artefact) => {
    const { stem, most } = artefact;
    if (most === undefined) return [];
    const [glue, wasm] = [weight(join(GENERATED, `${stem}.js`)), weight(wasmOf(artefact))];
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

/** Builds all files. */
export async function buildAll({ quick = false } = {}) {
  rmSync(GENERATED, { recursive: true, force: true });
  mkdirSync(GENERATED, { recursive: true });
  await run("cargo", ["fetch", "--locked", "--quiet"]);
  const target = targetDirectory();
  const generator = timed("glue generator", () =>
    run("cargo", ["build", "--quiet", "--locked", "--package=xtask"]),
  );
  // The linker uses one core, and cargo compiles one file at a time in a folder. So there are two
  // folders; every file is finished while the next one compiles.
  const half = Math.ceil(ARTEFACTS.length / 2);
  const lane = async (/** @type {Artefact[]} */ artefacts, /** @type {string} */ compiling) => {
    const how = { target, compiling, quick };
    const finishing = [generator];
    for (const artefact of artefacts) {
      const compiled = await timed(`${artefact.stem}, compiled`, () => compile(artefact, how));
      const finished = async () => {
        await generator;
        return timed(`${artefact.stem}, finished`, () => finish(artefact, how, compiled));
      };
      finishing.push(finished());
    }
    return Promise.all(finishing);
  };
  await Promise.all([
    lane(ARTEFACTS.slice(0, half), target),
    lane(ARTEFACTS.slice(half), join(target, "second")),
  ]);
  writeBank();
  writePage();
  if (!quick) checkSize();
}

script(import.meta.url, async () => {
  const words = process.argv.slice(2);
  const unknown = words.find((word) => word !== "--quick");
  if (unknown !== undefined)
    throw new Refusal(`build: expected --quick or nothing, found ${unknown}`);
  await buildAll({ quick: words.length > 0 });
});
