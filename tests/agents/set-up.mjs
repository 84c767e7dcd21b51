// Installs the frameworks: the packages of npm by their lock, those of Python by theirs, in a
// virtual environment next to this file.

import { fileURLToPath } from "node:url";

import { install, script } from "../../scripts/lib.mjs";
import { environment, program } from "../../scripts/python.mjs";

const HERE = fileURLToPath(new URL(".", import.meta.url));

/** The interpreter that has the frameworks. */
export const PYTHON = program(HERE, "python");

script(import.meta.url, async () => {
  await install("tests/agents", "the frameworks");
  await environment(HERE, "agents");
});
