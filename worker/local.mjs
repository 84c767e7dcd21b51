// The worker on this machine: the same code on the same runtime, by the same configuration, with
// nothing to sign up for.

import { existsSync, readFileSync, readdirSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";

import { Miniflare } from "miniflare";

import { siteHeaders } from "../scripts/headers.mjs";

const HERE = fileURLToPath(new URL(".", import.meta.url));
const ROOT = join(HERE, "..");
const IMPORT = /(^|\n)((?:import\s+|(?:import|export)\s[\w*${},\s]*?from\s+)["'])([^"'\n]+)(["'])/g;

/** What the bare names stand for in workerd. @type {Record<string, string>} */
const PACKAGE = { proofmark: "pkg/workerd.js", "proofmark/score": "pkg/score/workerd.js" };

/** The configuration that is deployed. */
export const CONFIG = JSON.parse(
  readFileSync(join(HERE, "wrangler.jsonc"), "utf8")
    .replace(/^\s*\/\/.*$/gm, "")
    .replace(/,(\s*[}\]])/g, "$1"),
);

/** @typedef {{ type: "ESModule" | "CompiledWasm", path: string, contents: string | Uint8Array<ArrayBuffer> }} Module */

/**
 * A module and all that it imports, as workerd wants them.
 *
 * @param {string} path relative to the root of the repository
 * @param {Map<string, Module>} [found]
 */
export function collect(path, found = new Map()) {
  if (found.has(path)) return found;
  const bytes = readFileSync(join(ROOT, path));
  if (path.endsWith(".wasm")) {
    return found.set(path, { type: "CompiledWasm", path, contents: new Uint8Array(bytes) });
  }
  /** @type {string[]} */
  const inner = [];
  const contents = bytes.toString().replace(IMPORT, (_, start, before, name, after) => {
    const file = PACKAGE[name] ?? relative(ROOT, join(ROOT, dirname(path), name));
    inner.push(file);
    const here = relative(dirname(path), file);
    return `${start}${before}${here.startsWith(".") ? here : `./${here}`}${after}`;
  });
  found.set(path, { type: "ESModule", path, contents });
  for (const file of inner) collect(file, found);
  return found;
}

/**
 * Starts the worker and brings its database up to date.
 *
 * @param {object} options
 * @param {Record<string, string>} options.bindings Variables and secrets, besides those of the
 *   configuration.
 * @param {string} [options.persist] A folder for the database. Default: it is forgotten.
 * @param {number} [options.port] Default: any.
 * @param {string} [options.entry] Relative to the root of the repository.
 * @param {boolean | string} [options.assets] Whether to serve the dashboard, if it is built; or the
 *   folder of one.
 * @param {object} [options.consumer] How the queue is consumed, where it is not as deployed.
 * @param {(text: string, error: boolean) => void} [options.onLog]
 */
export async function startWorker({ bindings, persist, port, entry, assets, consumer, onLog }) {
  const [queue, dead] = CONFIG.queues.consumers;
  const directory = typeof assets === "string" ? assets : join(HERE, CONFIG.assets.directory);
  const worker = new Miniflare({
    modules: [...collect(entry ?? "worker/src/index.js").values()],
    modulesRoot: "/",
    compatibilityDate: CONFIG.compatibility_date,
    host: "127.0.0.1",
    port: port ?? 0,
    bindings: { ...CONFIG.vars, ...bindings },
    d1Databases: ["DB"],
    d1Persist: persist ?? false,
    queueProducers: { RUNS: { queueName: queue.queue } },
    queueConsumers: {
      [queue.queue]: {
        maxBatchSize: queue.max_batch_size,
        maxBatchTimeout: queue.max_batch_timeout,
        maxRetries: queue.max_retries,
        retryDelay: queue.retry_delay,
        deadLetterQueue: queue.dead_letter_queue,
        ...consumer,
      },
      [dead.queue]: { maxBatchSize: dead.max_batch_size, maxBatchTimeout: 1 },
    },
    ...(assets && existsSync(join(directory, "index.html"))
      ? {
          assets: {
            directory,
            binding: CONFIG.assets.binding,
            routerConfig: { has_user_worker: true },
            assetConfig: {
              headers: { version: 2, rules: { "/*": { set: siteHeaders(directory) } } },
            },
          },
        }
      : {}),
    ...(onLog === undefined
      ? {}
      : {
          handleRuntimeStdio: (/** @type {any} */ out, /** @type {any} */ err) =>
            lines(out, err, onLog),
        }),
  });
  const url = await worker.ready;
  await migrate(await worker.getD1Database("DB"));
  return {
    url: url.origin,
    worker,
    /** What cron does, once. */
    async cron() {
      const fetcher = /** @type {any} */ (await worker.getWorker());
      const { outcome } = await fetcher.scheduled({ cron: CONFIG.triggers.crons[0] });
      if (outcome !== "ok") throw new Error(`cron: expected ok, found ${outcome}`);
    },
    close: () => worker.dispose(),
  };
}

/**
 * Carries out the migrations that have not been, as `wrangler d1 migrations apply` does.
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
function lines(out, err, onLog) {
  out.on("data", (chunk) => onLog(String(chunk), false));
  err.on("data", (chunk) => onLog(String(chunk), true));
}
