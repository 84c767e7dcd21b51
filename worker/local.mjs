// Runs the worker locally in workerd, with the deployed code and configuration and without an
// account.

import { existsSync, readFileSync, readdirSync } from "node:fs";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";

import { build } from "esbuild";
import { Miniflare } from "miniflare";

import { headerRules } from "../pkg/cli/io/site.js";
import { bindingsOf, parseTemplate } from "./template.mjs";

const HERE = fileURLToPath(new URL(".", import.meta.url));
const ROOT = join(HERE, "..");

/** The deployed configuration. */
export const CONFIG = parseTemplate(readFileSync(join(HERE, "wrangler.jsonc"), "utf8"));

/**
 * Bundles the worker as `wrangler deploy` does: one script, and the wasm modules that it imports.
 *
 * @param {string} entry relative to the root of the repository
 */
export async function bundle(entry) {
  const { outputFiles } = await build({
    entryPoints: [join(ROOT, entry)],
    outdir: "/",
    write: false,
    bundle: true,
    format: "esm",
    conditions: ["workerd", "worker"],
    loader: { ".wasm": "copy" },
    logLevel: "warning",
  });
  const modules = outputFiles.map(({ path, contents }) => ({
    type: path.endsWith(".wasm")
      ? /** @type {const} */ ("CompiledWasm")
      : /** @type {const} */ ("ESModule"),
    path: basename(path),
    contents: new Uint8Array(contents),
  }));
  // Miniflare starts the first module.
  return modules.sort((a, b) => b.type.localeCompare(a.type));
}

/**
 * Starts the worker and migrates its database.
 *
 * @param {object} options
 * @param {Record<string, string>} options.bindings Variables and secrets, added to the configuration.
 * @param {string} [options.persist] A directory for the database. Default: in memory.
 * @param {number} [options.port] Default: any.
 * @param {string} [options.entry] Relative to the root of the repository.
 * @param {boolean | string} [options.assets] Serves the dashboard, if it is built; or its directory.
 * @param {string[]} [options.network] What it may connect to, as workerd has it. Default: public
 *   addresses, and private ones if `ALLOW_PRIVATE`.
 * @param {boolean} [options.limited] Limits visitors as deployed. Default: true.
 * @param {object} [options.consumer] Overrides of the queue consumer's configuration.
 * @param {(text: string, error: boolean) => void} [options.onLog]
 */
export async function startWorker(options) {
  const { bindings, persist, port, entry, assets, consumer, onLog } = options;
  const deployed = bindingsOf(CONFIG);
  const [{ queue }] = CONFIG.queues.consumers;
  const variables = { ...deployed.bindings, ...bindings };
  const isOpen = variables.ALLOW_PRIVATE === "true";
  const directory = typeof assets === "string" ? assets : join(HERE, CONFIG.assets.directory);
  const worker = new Miniflare({
    modules: await bundle(entry ?? "worker/src/index.js"),
    modulesRoot: "/",
    ...deployed,
    host: "127.0.0.1",
    port: port ?? 0,
    bindings: variables,
    ...(options.limited === false ? { ratelimits: {} } : {}),
    // Names that resolve to private addresses are refused here, addresses by the core.
    outboundService: {
      network: {
        allow: options.network ?? (isOpen ? ["public", "private"] : ["public"]),
        tlsOptions: { trustBrowserCas: true },
      },
    },
    d1Persist: persist ?? false,
    queueConsumers: {
      ...deployed.queueConsumers,
      [queue]: { ...deployed.queueConsumers[queue], ...consumer },
    },
    ...(assets && existsSync(join(directory, "index.html"))
      ? {
          assets: {
            directory,
            binding: CONFIG.assets.binding,
            routerConfig: { has_user_worker: true },
            assetConfig: {
              headers: { version: 2, rules: assetRules(directory) },
            },
          },
        }
      : {}),
    ...(onLog === undefined
      ? {}
      : {
          handleRuntimeStdio: (/** @type {any} */ out, /** @type {any} */ err) =>
            forwardOutput(out, err, onLog),
        }),
  });
  const url = await worker.ready;
  await migrate(await worker.getD1Database("DB"));
  return {
    url: url.origin,
    worker,
    /** Runs cron once. */
    async cron() {
      const fetcher = /** @type {any} */ (await worker.getWorker());
      const { outcome } = await fetcher.scheduled({ cron: CONFIG.triggers.crons[0] });
      if (outcome !== "ok") throw new Error(`cron: expected ok, found ${outcome}`);
    },
    close: () => worker.dispose(),
  };
}

/**
 * Applies pending migrations, as `wrangler d1 migrations apply` does.
 *
 * @param {any} database
 */
async function migrate(database) {
  const folder = join(HERE, CONFIG.d1_databases[0].migrations_dir);
  await database.prepare("CREATE TABLE IF NOT EXISTS d1_migrations (name TEXT PRIMARY KEY)").run();
  const { results } = await database.prepare("SELECT name FROM d1_migrations").all();
  const done = new Set(results.map((/** @type {any} */ { name }) => name));
  for (const name of readdirSync(folder).sort()) {
    if (done.has(name)) continue;
    const statements = readFileSync(join(folder, name), "utf8")
      .replace(/^\s*--.*$/gm, "")
      .split(";")
      .filter((statement) => statement.trim() !== "");
    await database.batch([
      ...statements.map((statement) => database.prepare(statement)),
      database.prepare("INSERT INTO d1_migrations (name) VALUES (?1)").bind(name),
    ]);
  }
}

/**
 * @param {NodeJS.ReadableStream} out
 * @param {NodeJS.ReadableStream} err
 * @param {(text: string, error: boolean) => void} onLog
 */
function forwardOutput(out, err, onLog) {
  out.on("data", (chunk) => onLog(String(chunk), false));
  err.on("data", (chunk) => onLog(String(chunk), true));
}

/** Returns the header rules of the dashboard as miniflare expects them. @param {string} directory */
const assetRules = (directory) =>
  Object.fromEntries(Object.entries(headerRules(directory)).map(([path, set]) => [path, { set }]));
