// Asks the questions from within workerd.

import { readFileSync, readdirSync } from "node:fs";

import { Miniflare } from "miniflare";

import { collect } from "../hosts/workerd.mjs";

export async function startWorkerd() {
  const worker = new Miniflare({
    modules: [...collect("tests/hostile/worker.js").values()],
    compatibilityDate: "2026-01-01",
    host: "127.0.0.1",
    // Ignores what workerd itself logs about broken answers.
    handleRuntimeStdio(
      /** @type {import("node:stream").Readable} */ out,
      /** @type {import("node:stream").Readable} */ err,
    ) {
      for (const stream of [out, err]) stream.resume();
    },
  });
  await worker.ready;
  return {
    /** @param {import("./ask.js").Behaviour} behaviour @param {Record<string, string>} origins */
    async ask(behaviour, origins) {
      const body = JSON.stringify({ behaviour, origins });
      const answer = await worker.dispatchFetch("http://worker/", { method: "POST", body });
      if (!answer.ok) throw new Error(await answer.text());
      return /** @type {Promise<Awaited<ReturnType<typeof import("./ask.js").askOnce>>>} */ (
        answer.json()
      );
    },
    memory: () => memoryOfChildren("workerd"),
    dispose: () => worker.dispose(),
  };
}

/** The bytes that the children of this process with that name hold; none where /proc has no word. @param {string} name */
function memoryOfChildren(name) {
  let sum = 0;
  try {
    for (const pid of readdirSync("/proc").filter((entry) => /^\d+$/.test(entry))) {
      const status = readFileSync(`/proc/${pid}/status`, "utf8");
      const field = (/** @type {string} */ key) =>
        new RegExp(`^${key}:\\s+(\\S+)`, "m").exec(status)?.[1];
      if (field("PPid") !== String(process.pid) || !field("Name")?.startsWith(name)) continue;
      sum += Number(field("VmRSS")) * 1024;
    }
  } catch {
    // A process that has ended meanwhile.
  }
  return sum;
}
