// Installs the peers: the packages of npm by their lock, those of Python by theirs, in a virtual
// environment beside this file.

import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

import { Refusal, installDebian, npm, output, run, script } from "../../scripts/lib.mjs";

const HERE = fileURLToPath(new URL(".", import.meta.url));
const VENV = join(HERE, ".venv");
const LOCK = join(HERE, "requirements.txt");
const STAMP = join(VENV, "installed");

/** The interpreter that has the peers. */
export const PYTHON =
  process.platform === "win32" ? join(VENV, "Scripts/python.exe") : join(VENV, "bin/python");

async function python() {
  const wanted = readFileSync(LOCK, "utf8");
  if (existsSync(STAMP) && readFileSync(STAMP, "utf8") === wanted) return;
  const able = () => output("python3", ["-c", "import ensurepip, venv"]) !== null;
  if (!able() && !((await installDebian("python3", "python3-venv")) && able())) {
    throw new Refusal(
      "peers: Python: expected python3 with venv and pip, found none; on Debian and Ubuntu: apt-get install python3-venv",
    );
  }
  await run("python3", ["-m", "venv", "--clear", VENV]);
  await run(PYTHON, ["-m", "pip", "install", "--quiet", "--requirement", LOCK]);
  writeFileSync(STAMP, wanted);
}

script(import.meta.url, async () => {
  await npm(["ci", "--ignore-scripts", "--no-audit", "--no-fund", "--prefix", HERE]);
  await python();
});
