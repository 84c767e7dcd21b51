// Installs schemathesis by its lock, in a virtual environment beside this file.

import { fileURLToPath } from "node:url";

import { script } from "../../scripts/lib.mjs";
import { environment, program } from "../../scripts/python.mjs";

const HERE = fileURLToPath(new URL(".", import.meta.url));

export const SCHEMATHESIS = program(HERE, "schemathesis");

script(import.meta.url, () => environment(HERE, "edge"));
