// Runs test files in one process, which starts, loads the package and opens a browser once:
// `node tests/support/all.mjs FILE…`.

import { test } from "node:test";
import { pathToFileURL } from "node:url";

let end = () => {};
const loaded = /** @type {Promise<void>} */ (new Promise((resolve) => (end = resolve)));
// No other test starts before every one is known: the run would end with the last known test.
void test("the test files load", () => loaded);
for (const path of process.argv.slice(2)) await import(pathToFileURL(path).href);
end();
