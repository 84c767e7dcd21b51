// `proofmark view` refuses what it cannot show. `tests/www/view.test.mjs` opens it in a browser.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { cpSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";

import { ROOT } from "../../scripts/lib.mjs";
import { proofmark, scratch } from "./support.mjs";

test("a file that does not exist is refused before anything is served", async () => {
  const { stderr } = await proofmark("view none.ndjson --no-open", { code: 2 });
  assert.match(stderr, /^proofmark: none\.ndjson: .* \(cli\.file-missing\)$/m);
});

test("a package without its dashboard says so", (t) => {
  const copy = join(scratch(t), "package");
  cpSync(join(ROOT, "pkg"), copy, {
    recursive: true,
    filter: (path) => !/\/(?:dashboard|node_modules)$/.test(path),
  });
  const words = [join(copy, "cli/main.js"), "view", "--no-open"];
  const { status, stderr } = spawnSync(process.execPath, words, { encoding: "utf8" });
  assert.equal(status, 3);
  assert.match(stderr, /\(cli\.dashboard-missing\)$/m);
});
