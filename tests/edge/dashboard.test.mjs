// The worker serves the dashboard from the same place as its API, under the dashboard's own policy.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";

import { generateKey } from "../../pkg/entry/core/node.js";
import { siteHeaders } from "../../pkg/cli/io/site.js";
import { DIST } from "../../scripts/site.mjs";
import { startWorker } from "../../worker/local.mjs";

/** @type {Awaited<ReturnType<typeof startWorker>>} */
let edge;
before(async () => {
  const bindings = { SIGNING_KEY: generateKey().key, ADMIN_TOKEN_SHA256: "0".repeat(64) };
  edge = await startWorker({ bindings, assets: true, onLog: () => {} });
});
after(() => edge.close());

test("the page and its scripts are served, each under the policy", async () => {
  const page = await fetch(`${edge.url}/`);
  assert.equal(page.status, 200);
  const text = await page.text();
  assert.equal(text, readFileSync(join(DIST, "index.html"), "utf8"));
  const scripts = [...text.matchAll(/src="\.?(\/assets\/[^"]+\.js)"/g)].map(([, path]) => path);
  assert.ok(scripts.length > 0);
  for (const path of ["/", ...scripts]) {
    const { status, headers } = await fetch(`${edge.url}${path}`);
    assert.equal(status, 200, path);
    for (const [name, value] of Object.entries(siteHeaders(DIST)))
      assert.equal(headers.get(name), value, `${path}: ${name}`);
  }
});

test("what is no file is the API's to answer", async () => {
  for (const path of ["/_headers", "/nothing", "/assets/nothing.js"]) {
    const answer = await fetch(`${edge.url}${path}`);
    assert.equal(answer.status, 404, path);
    assert.match(answer.headers.get("content-type") ?? "", /^application\/json/, path);
  }
  assert.equal((await fetch(`${edge.url}/openapi.json`)).status, 200);
});
