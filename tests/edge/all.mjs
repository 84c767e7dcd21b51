// Runs the tests of the worker in one process, one file after the other, with one worker.

import { readdirSync } from "node:fs";

import { runFile } from "./support/world.mjs";

const names = readdirSync(new URL(".", import.meta.url), { encoding: "utf8" });
for (const name of names.sort()) if (name.endsWith(".test.mjs")) void runFile(name);
