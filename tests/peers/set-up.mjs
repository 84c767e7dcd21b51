// Installs the peers: the packages of npm by their lock, those of Python by theirs, in a virtual
// environment beside this file.

import { fileURLToPath } from "node:url";

import { install, script } from "../../scripts/lib.mjs";
import { environment, program } from "../../scripts/python.mjs";

const HERE = fileURLToPath(new URL(".", import.meta.url));

/** The interpreter that has the peers. */
export const PYTHON = program(HERE, "python");

script(import.meta.url, async () => {
  await install("tests/peers", "the peers");
  await environment(HERE, "peers");
});
