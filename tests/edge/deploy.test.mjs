// `npm run deploy` against a stand-in for wrangler, and the template that it deploys in miniflare:
// the API, and the dashboard under its own policy.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";

import { siteHeaders } from "../../pkg/cli/io/site.js";
import { ROOT } from "../../scripts/lib.mjs";
import { DIST } from "../../scripts/site.mjs";
import { CONFIG, startWorker } from "../../worker/local.mjs";
import { bindingsOf, parseTemplate } from "../../worker/template.mjs";
import { test } from "./support/world.mjs";

/** Stands in for wrangler on an account whose resources are the files of this folder. */
const WRANGLER = `#!/bin/sh
shift 2
echo "$*" >> calls
case "$1 $2" in
  "d1 list") if [ -e d1 ]; then echo '[{"name":"proofmark","uuid":"9e1c"}]'; else echo '[]'; fi ;;
  "d1 create") touch d1 ;;
  "queues info") test -e "$3" ;;
  "queues create") touch "$3" ;;
esac
`;

test("one command makes database, queues and secrets, and deploys; again, it only deploys", async (t) => {
  const cwd = mkdtempSync(join(tmpdir(), "proofmark-deploy-"));
  t.after(() => rmSync(cwd, { recursive: true, force: true }));
  cpSync(join(ROOT, "worker/wrangler.jsonc"), join(cwd, "wrangler.jsonc"));
  writeFileSync(join(cwd, "npx"), WRANGLER, { mode: 0o755 });
  const env = { ...process.env, PATH: `${cwd}${delimiter}${process.env.PATH}` };
  const read = (/** @type {string} */ name) => readFileSync(join(cwd, name), "utf8");
  const deploy = () => {
    rmSync(join(cwd, "calls"), { force: true });
    const printed = execFileSync(process.execPath, [join(ROOT, "worker/deploy.mjs")], {
      ...{ cwd, env, encoding: "utf8" },
      stdio: ["ignore", "pipe", "ignore"],
    });
    return { printed, calls: read("calls").trimEnd().split("\n") };
  };
  const first = deploy();
  const queues = ["proofmark-runs", "proofmark-runs-dead"];
  const apply = "d1 migrations apply proofmark --remote";
  const last = "deploy --secrets-file secrets.json";
  assert.deepEqual(first.calls, [
    ...["d1 list --json", "d1 create proofmark", "d1 list --json", apply],
    ...queues.flatMap((name) => [`queues info ${name}`, `queues create ${name}`]),
    last,
  ]);
  const [, token = ""] = /only once: (pm_\w+)/.exec(first.printed) ?? [];
  assert.equal(statSync(join(cwd, "secrets.json")).mode & 0o777, 0o600);
  const secrets = JSON.parse(read("secrets.json"));
  const template = parseTemplate(read("wrangler.jsonc"));
  assert.equal(template.d1_databases[0].database_id, "9e1c");
  const again = deploy();
  assert.deepEqual(again.calls, [
    ...["d1 list --json", apply, ...queues.map((name) => `queues info ${name}`), last],
  ]);
  assert.deepEqual(JSON.parse(read("secrets.json")), secrets);

  // The worker needs no binding that the template lacks.
  const edge = await startWorker({ bindings: secrets, assets: true, onLog: () => {} });
  try {
    const { DB, RUNS, ASSETS, FILE_LIMITER, ...vars } = await edge.worker.getBindings();
    assert.ok(DB && RUNS && ASSETS && FILE_LIMITER);
    assert.deepEqual(vars, { ...bindingsOf(CONFIG).bindings, ...secrets });
    await edge.cron();
    const headers = { authorization: `Bearer ${token}` };
    assert.equal((await fetch(`${edge.url}/status`, { headers })).status, 200);
    const { keys } = /** @type {any} */ (await (await fetch(`${edge.url}/trust.json`)).json());
    assert.equal(keys.length, 1);
    await servesDashboard(edge.url);
  } finally {
    await edge.close();
  }
});

/** @param {string} url */
async function servesDashboard(url) {
  const text = await (await fetch(`${url}/`)).text();
  assert.equal(text, readFileSync(join(DIST, "index.html"), "utf8"));
  const scripts = [...text.matchAll(/src="\.?(\/assets\/[^"]+\.js)"/g)].map(([, path]) => path);
  assert.ok(scripts.length > 0);
  for (const path of ["/", ...scripts]) {
    const { status, headers } = await fetch(`${url}${path}`);
    assert.equal(status, 200, path);
    for (const [name, value] of Object.entries(siteHeaders(DIST)))
      assert.equal(headers.get(name), value, `${path}: ${name}`);
  }
  // The API answers for paths without a file.
  for (const [path, expected] of /** @type {const} */ ([
    ["/_headers", 404],
    ["/nothing", 404],
    ["/assets/nothing.js", 404],
    ["/openapi.json", 200],
  ])) {
    const { status, headers } = await fetch(`${url}${path}`);
    assert.equal(status, expected, path);
    assert.match(headers.get("content-type") ?? "", /^application\/json/, path);
  }
}
