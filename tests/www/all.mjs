// Runs the tests of the dashboard in one process, with one browser and one site.

import { readdirSync } from "node:fs";

const names = readdirSync(new URL(".", import.meta.url), { encoding: "utf8", recursive: true });
for (const name of names.sort()) if (name.endsWith(".test.mjs")) await import(`./${name}`);
