// Helpers of the worker's tests: agents that count, a worker in workerd, and requests to it.

import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { after, test as nodeTest } from "node:test";

import { listen } from "../../support/listen.mjs";
import * as api from "../../../pkg/entry/core/node.js";
import { createAgents } from "../../../pkg/cli/samples/agents.js";
import { startWorker } from "../../../worker/local.mjs";

const MIGRATION = new URL("../../../worker/migrations/0001_start.sql", import.meta.url);
const SECRET = "5".repeat(64);
export const ADMIN = `pm_${"0".repeat(16)}_${SECRET}`;

export const KEY = api.generateKey();

/** When nobody waits any more for runs to end, also on a busy machine, in milliseconds. */
const HANGS = 300_000;

/** Bindings that make the worker quick enough to watch. @type {Record<string, string>} */
const QUICK = {
  SIGNING_KEY: KEY.key,
  ADMIN_TOKEN_SHA256: createHash("sha256").update(SECRET).digest("hex"),
  ALLOW_PRIVATE: "true",
  RATE_PER_ORIGIN: "0",
  // Nobody who answers is late: who asks those that do not says how long.
  BUDGET_MS: "600000",
  RETRIES: "0",
  CONCURRENCY: "50",
  CHECKPOINT_RECORDS: "500",
  CHECKPOINT_MS: "1",
  BREAKER_AFTER: "1000",
};

/** Empties the database. */
const EMPTY = [
  "PRAGMA defer_foreign_keys = on",
  ...[...readFileSync(MIGRATION, "utf8").matchAll(/^CREATE TABLE (\w+)/gm)].map(
    ([, table]) => `DELETE FROM ${table}`,
  ),
];

/** The test of the file that is being run, and the tests in it. @type {{ t: import("node:test").TestContext, ended: Promise<void>[] } | undefined} */
let file;

/** Registers a test, of its file if {@link runFile} runs it. @type {typeof nodeTest} */
export const test = /** @type {any} */ (
  (/** @type {[any, any]} */ ...given) => {
    if (file === undefined) return nodeTest(...given);
    file.ended.push(file.t.test(...given));
  }
);

/** Runs the tests of a file as one test, which uses the worker that the file before used. @param {string} name */
export const runFile = (name) =>
  nodeTest(name, async (t) => {
    file = { t, ended: [] };
    await import(`../${name}`);
    await Promise.all(file.ended);
  });

/** Resolves when `state` does not return a false value. @template T @param {() => T | Promise<T>} state */
export async function until(state) {
  for (const end = Date.now() + HANGS; Date.now() < end;) {
    const found = await state();
    if (found) return found;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`expected a state, found none: ${state}`);
}

/**
 * Agents at one port: `/NAME/ANYTHING` is asked as the sample agent NAME. It counts what each path
 * was asked, by prompt. Closes with the test or file that starts it.
 *
 * @param {{ key?: string }} [options] The key that a request needs, if any.
 */
export async function startAgents({ key } = {}) {
  const agents = new Map(createAgents(api).map((agent) => [agent.name, agent]));
  /** @type {Map<string, string[]>} */
  const asked = new Map();
  const server = createServer(async (request, response) => {
    const path = request.url ?? "/";
    let body = "";
    try {
      for await (const chunk of request) body += chunk;
    } catch {
      return; // The worker was closed amid its request.
    }
    const prompt = JSON.parse(body || "{}").message ?? "";
    asked.set(path, [...(asked.get(path) ?? []), prompt]);
    const agent = agents.get(path.split("/")[1] ?? "");
    if (agent === undefined) return void response.writeHead(404).end();
    if (request.headers["x-api-key"] !== key) return void response.writeHead(401).end();
    if (agent.behave !== undefined) return agent.behave(response);
    response.writeHead(200, { "content-type": "application/json" });
    response.end(JSON.stringify({ response: agent.reply(prompt) }));
  });
  const origin = await listen(server);
  after(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  return { url: origin, asked };
}

/** @typedef {Partial<Parameters<typeof startWorker>[0]>} Options */

/** @param {Options} [options] */
const start = (options) =>
  startWorker({
    bindings: QUICK,
    entry: "tests/edge/support/entry.js",
    consumer: { maxBatchSize: 100, maxBatchTimeout: 0.05, maxRetries: 100, retryDelay: 0 },
    onLog: (text) => log(text),
    ...options,
  });

/** Sends a request again if the server closes the idle connection that it goes over. @type {typeof fetch} */
const request = (...given) => fetch(...given).catch(() => fetch(...given));

let log = (/** @type {string} */ _) => {};
/** @type {ReturnType<typeof start> | undefined} */
let shared;
after(async () => (await shared)?.close());

/** Calls `listener` with each line that the shared worker logs from now on. @param {(text: string) => void} listener */
export const onLog = (listener) => (log = listener);

/**
 * Returns a worker with an empty database, and functions to ask it. With `options` it is one of its
 * own, which closes with the test or file that starts it; without, the process shares one, so the
 * world before ends.
 *
 * @param {Record<string, string>} [bindings] in place of those above
 * @param {Options} [options]
 */
export async function startWorld(bindings = {}, options) {
  const started = await (options === undefined ? (shared ??= start()) : start(options));
  const { url, worker, cron } = started;
  const db = await worker.getD1Database("DB");
  /** @type {Promise<void> | undefined} */
  let closed;
  const close = () => (closed ??= started.close());
  if (options !== undefined) after(close);
  /** Offset of the worker's clock, in milliseconds. */
  let clock = 0;
  const world = {
    ...{ url, worker, cron, close, db },
    admin: { authorization: `Bearer ${ADMIN}` },
    /** Sets members of `DEFAULTS` in entry.js. Returns the number of faults. @param {Record<string, unknown> & { clock?: number }} what */
    async set(what) {
      clock = what.clock ?? clock;
      const answer = await request(`${url}/__set`, { method: "POST", body: JSON.stringify(what) });
      return /** @type {any} */ (await answer.json());
    },
    /** @param {string} path @param {RequestInit} [init] */
    get: (path, init) => request(`${url}${path}`, init),
    /** @param {string} path */
    async json(path) {
      const answer = await request(`${url}${path}`, {
        headers: { authorization: `Bearer ${ADMIN}` },
      });
      if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
      return /** @type {any} */ (await answer.json());
    },
    /** Returns the signals of a subject that are records. @param {string} id */
    async evals(id) {
      const { signals } = await world.json(`/subjects/${encodeURIComponent(id)}/signals`);
      return signals.filter((/** @type {any} */ { data }) => data.outcome !== undefined);
    },
    /** @param {string} path @param {unknown} body @param {Record<string, string>} [headers] */
    post: (path, body, headers = {}) =>
      request(`${url}${path}`, {
        method: "POST",
        headers: {
          ...{ "content-type": "application/json", authorization: `Bearer ${ADMIN}` },
          ...{
            "idempotency-key": crypto.randomUUID(),
            "proofmark-time": String(Date.now() + clock),
          },
          ...headers,
        },
        body: typeof body === "string" ? body : JSON.stringify(body),
      }),
    /**
     * Registers subjects, each with its endpoint.
     *
     * @param {[id: string, endpoint: string][]} subjects
     */
    async register(subjects) {
      await atATime(20, subjects, async ([id, endpoint]) => {
        const answer = await world.post("/subjects", { id, endpoint, protocol: "json" });
        if (!answer.ok) throw new Error(`${id}: ${await answer.text()}`);
        await answer.arrayBuffer();
      });
    },
    /**
     * Registers many subjects at once, in the database.
     *
     * @param {[id: string, endpoint: string][]} subjects
     * @param {Record<string, unknown>} [more] More members of their targets.
     */
    async seed(subjects, more = {}) {
      const rows = subjects.map(([id, endpoint]) => ({
        ...{ id, origin: new URL(endpoint).origin },
        target: JSON.stringify({ subject: id, endpoint, protocol: "json", ...more }),
      }));
      await db
        .prepare(
          `INSERT OR IGNORE INTO subjects (id, target, origin, every_ms, due_at, created_at)
           SELECT value ->> 'id', value ->> 'target', value ->> 'origin', 86400000, ?2, ?2
           FROM json_each(?1)`,
        )
        .bind(JSON.stringify(rows), Date.now() + clock)
        .run();
    },
    /** Puts every open run on the queue once more. */
    async again() {
      const open = () => db.prepare("SELECT run_id FROM runs WHERE state = 'open'").all();
      const { results } = await open().catch(open);
      const queue = await worker.getQueueProducer("RUNS");
      for (let at = 0; at < results.length; at += 100) {
        const ids = results.slice(at, at + 100);
        await queue.sendBatch(
          ids.map((/** @type {any} */ { run_id }) => ({ body: { run: run_id } })),
        );
      }
    },
    /**
     * Lets time pass, cron by cron, until every run is in the log.
     *
     * @param {object} [how]
     * @param {() => Promise<unknown>} [how.tick]
     * @param {number} [how.leap] How far the clock goes, in milliseconds, whenever no consumer is at
     *   work. It ends the leases of consumers that died.
     */
    async settle({ tick = () => cron().catch(() => {}), leap = 0 } = {}) {
      await until(async () => {
        await tick();
        const { open, waiting } = await world.json("/status");
        if (open.length === 0 && waiting.length === 0) return true;
        if (leap > 0 && (await world.set({})).busy === 0) await world.set({ clock: clock + leap });
        return false;
      });
    },
    /** The record file, verified whole. */
    async verified() {
      const file = await (await request(`${url}/records.ndjson`)).text();
      const trust = await (await request(`${url}/trust.json`)).text();
      const require = /** @type {import("../../../pkg/index.js").Step[]} */ ([
        ...["schema", "signature", "inclusion", "draw", "grade", "policy"],
      ]);
      // Later than any clock of these tests is ahead.
      const now = Date.now() + 3 * 86_400_000;
      return { file, report: await api.verify(file, { trust, require, now }) };
    },
  };
  if (options === undefined) {
    // A consumer of the previous test would still write.
    await until(async () => (await world.set({})).busy === 0);
    await db.batch(EMPTY.map((statement) => db.prepare(statement)));
  }
  await world.set({ reset: true, bindings });
  return world;
}

/**
 * @template T
 * @param {number} most
 * @param {T[]} items
 * @param {(item: T) => Promise<void>} work
 */
export async function atATime(most, items, work) {
  const rest = items.values();
  const one = async () => {
    for (const item of rest) await work(item);
  };
  await Promise.all(Array.from({ length: most }, one));
}
