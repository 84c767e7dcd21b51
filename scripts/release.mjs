// `node scripts/release.mjs --key FILE`: prepares a release of the committed state in `release/` and
// prints the command that publishes it. Publishes nothing itself. FILE is an Ed25519 key in PEM:
// `openssl genpkey -algorithm ed25519 -out release.pem`.

import { createHash, createPrivateKey, createPublicKey, sign } from "node:crypto";
import { copyFileSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";

import { OUTPUTS } from "./build.mjs";
import { ROOT, Refusal, npm, output, run, script, timed } from "./lib.mjs";

const FOLDER = join(ROOT, "release");

/** @param {string} path */
const read = (path) => readFileSync(join(ROOT, path), "utf8");

/**
 * Returns the version of a release. Throws a `Refusal` if the files disagree about it.
 *
 * @param {(path: string) => string} text reads a file of the repository
 */
export function checkVersion(text = read) {
  const { version } = JSON.parse(text("pkg/package.json"));
  const tarball = `proofmark-${version}.tgz`;
  const wanted = /** @type {[string, string][]} */ ([
    ["Cargo.toml", `\nversion = "${version}"\n`],
    ["CHANGELOG.md", `\n## ${version}\n`],
    ...["README.md", "pkg/README.md", "docs/ci.md"].map((path) => [path, tarball]),
  ]);
  for (const [path, words] of wanted)
    if (!text(path).includes(words))
      throw new Refusal(`release: ${path}: expected ${words.trim()}, as in pkg/package.json`);
  const [, pending = ""] = /^## Unreleased\n([^]*?)^## /m.exec(text("CHANGELOG.md")) ?? [];
  if (pending.trim() !== "")
    throw new Refusal(`release: CHANGELOG.md: move the changes under Unreleased to ${version}`);
  return version;
}

/** Returns the digests of files, as `sha256sum` prints them. @param {string[]} paths */
export const digests = (paths) =>
  paths
    .map((path) => {
      const digest = createHash("sha256").update(readFileSync(path)).digest("hex");
      return `${digest}  ${basename(path)}\n`;
    })
    .join("");

/**
 * Signs the file of digests: writes the signature and the public key next to it.
 *
 * @param {string} path
 * @param {string} pem an Ed25519 key
 */
export function signDigests(path, pem) {
  const key = createPrivateKey(pem);
  if (key.asymmetricKeyType !== "ed25519")
    throw new Refusal(`release: expected an Ed25519 key, found ${key.asymmetricKeyType}`);
  writeFileSync(`${path}.sig`, sign(null, readFileSync(path), key));
  writeFileSync(`${path}.pem`, createPublicKey(key).export({ type: "spki", format: "pem" }));
}

script(import.meta.url, async () => {
  const [flag, keyFile, ...more] = process.argv.slice(2);
  if (flag !== "--key" || keyFile === undefined || more.length > 0)
    throw new Refusal("release: expected --key FILE");
  const pem = readFileSync(keyFile, "utf8");
  if (output("git", ["status", "--porcelain"]) !== "")
    throw new Refusal("release: commit or remove all changes first");
  const version = checkVersion();
  const node = process.execPath;
  const crates = ["proofmark-grade", "proofmark"].map(
    (name) => `target/package/${name}-${version}.crate`,
  );
  const steps = /** @type {[string, () => Promise<void>][]} */ ([
    ["tests", () => npm(["test"])],
    ["reproducibility", () => run(node, ["scripts/reproduce.mjs"])],
    ["crates", () => run("cargo", ["package", "--locked", "--workspace", "--exclude=xtask"])],
    [
      "tarball",
      async () => {
        rmSync(FOLDER, { recursive: true, force: true });
        mkdirSync(FOLDER);
        await npm(["pack", "--silent", "--pack-destination", FOLDER], { cwd: join(ROOT, "pkg") });
        for (const crate of crates) copyFileSync(join(ROOT, crate), join(FOLDER, basename(crate)));
      },
    ],
  ]);
  for (const [name, step] of steps) await timed(name, step);
  const packed = readdirSync(FOLDER).map((name) => join(FOLDER, name));
  const sums = join(FOLDER, "SHA256SUMS");
  writeFileSync(sums, digests([...packed, ...OUTPUTS.filter((path) => path.endsWith(".wasm"))]));
  signDigests(sums, pem);
  console.log(`\n${readFileSync(sums, "utf8")}`);
  console.log(`release: ready; this publishes it:

  cargo publish --locked --workspace --exclude=xtask && npm publish release/proofmark-${version}.tgz`);
});
