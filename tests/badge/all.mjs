// Runs the tests of the badge in one process, with one browser. Those of large.test.mjs measure
// time, so they run by themselves.

import { readdirSync } from "node:fs";

const names = readdirSync(new URL(".", import.meta.url), { encoding: "utf8" });
for (const name of names.sort())
  if (name.endsWith(".test.mjs") && name !== "large.test.mjs") await import(`./${name}`);
