// Python virtual environments for tests, each with its lock file.

import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { Refusal, installDebian, output, run } from "./lib.mjs";

/**
 * Returns the path of a program in the environment of `folder`.
 *
 * @param {string} folder
 * @param {string} name
 */
export const program = (folder, name) =>
  process.platform === "win32"
    ? join(folder, ".venv/Scripts", `${name}.exe`)
    : join(folder, ".venv/bin", name);

/**
 * Installs the packages of `requirements.txt` in `folder` into its `.venv`, unless up to date.
 *
 * @param {string} folder
 * @param {string} who The tool that needs it, for errors.
 * @param {string[]} [options] Further options of `pip install`.
 */
export async function environment(folder, who, options = []) {
  const stamp = join(folder, ".venv/installed");
  const lock = join(folder, "requirements.txt");
  const wanted = readFileSync(lock, "utf8");
  if (existsSync(stamp) && readFileSync(stamp, "utf8") === wanted) return;
  const able = () => output("python3", ["-c", "import ensurepip, venv"]) !== null;
  if (!able() && !((await installDebian("python3", "python3-venv")) && able())) {
    throw new Refusal(
      `${who}: Python: expected python3 with venv and pip, found none; on Debian and Ubuntu: apt-get install python3-venv`,
    );
  }
  const python = program(folder, "python");
  await run("python3", ["-m", "venv", "--clear", join(folder, ".venv")]);
  await run(python, ["-m", "pip", "install", "--quiet", ...options, "--requirement", lock]);
  writeFileSync(stamp, wanted);
}
