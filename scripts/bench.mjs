// `npm run bench -- NAME [ARGUMENTS…]` runs `benches/NAME.mjs` with the arguments.

import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";

import { ROOT, Refusal, run, script } from "./lib.mjs";

script(import.meta.url, async () => {
  const [name, ...rest] = process.argv.slice(2);
  const benches = join(ROOT, "benches");
  const names = readdirSync(benches)
    .filter((file) => file.endsWith(".mjs"))
    .map((file) => file.slice(0, -".mjs".length));
  const file = join(benches, `${name}.mjs`);
  if (name === undefined || !names.includes(name) || !existsSync(file)) {
    throw new Refusal(`bench: expected one of ${names.join(", ")}, found ${name ?? "none"}`);
  }
  await run(process.execPath, [file, ...rest]);
});
