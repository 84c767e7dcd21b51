// Calls that end early: by a budget, a signal, or a caller who leaves, whether or not anybody
// heeds that.

import assert from "node:assert/strict";
import { test } from "node:test";

import { agent, evaluate, evaluateAll, verifyStream } from "../../pkg/entry/core/node.js";
import { runSuite, sealSuite } from "../../pkg/entry/suite/node.js";
import * as verifier from "../../pkg/entry/verify/node.js";
import { ownTime } from "../support/time.mjs";

const ENDPOINT = /** @type {const} */ ({ endpoint: "https://agent.example/", protocol: "json" });
const MATH = /** @type {["math"]} */ (["math"]);
const OWN = { ask: () => "1", subject: "urn:own" };

/** @returns {Promise<never>} */
const never = () => new Promise(() => {});
const answers = async () => Response.json({ response: "1" });

/** A body that nothing ends, and whether it was cancelled. */
function endless() {
  const body = { cancelled: false };
  const stream = new ReadableStream({
    cancel() {
      body.cancelled = true;
      return never();
    },
  });
  const response = new Response(stream);
  return { body, fetch: async () => response };
}

/** When nobody waits any more for what settles at once, also on a busy machine, in milliseconds. */
const HANGS = 60_000;

/** Returns the result of a promise; fails if it never settles. @template T @param {Promise<T>} promise */
async function settled(promise) {
  /** @type {NodeJS.Timeout | undefined} */
  let timer;
  const late = new Promise((_, reject) => {
    timer = setTimeout(() => reject(new Error("it never settles")), HANGS);
  });
  try {
    return /** @type {T} */ (await Promise.race([promise, late]));
  } finally {
    clearTimeout(timer);
  }
}

/** A signal that comes soon. */
const soon = () => AbortSignal.timeout(50);

test("a budget ends a request that never settles, and a body that never ends", async () => {
  const { body, fetch } = endless();
  for (const [sent, cause] of /** @type {const} */ ([
    [never, "timeout.headers"],
    [fetch, "timeout.body"],
  ])) {
    const limits = { families: MATH, budget: 500, retries: 0 };
    const { records, complete } = await settled(evaluate({ ...ENDPOINT, ...limits, fetch: sent }));
    assert.equal(complete, true);
    assert.deepEqual(
      records.map(({ data }) => data.cause),
      [cause],
    );
  }
  assert.equal(body.cancelled, true);
});

test("a signal ends a request that never settles, and a body that never ends", async () => {
  for (const fetch of [never, endless().fetch]) {
    const { complete } = await settled(evaluate({ ...ENDPOINT, fetch, signal: soon() }));
    assert.equal(complete, false);
  }
});

test("an agent answers the next prompt after one that never settled", async (t) => {
  t.after(ownTime());
  for (const stuck of [never, endless().fetch]) {
    const fetches = [stuck, answers];
    const fetch = () => /** @type {() => Promise<Response>} */ (fetches.shift())();
    const ask = agent({ ...ENDPOINT, fetch, budget: 500, retries: 0 });
    const [first, second] = await settled(Promise.all([ask("one"), ask("two")]));
    assert.match(String(first.cause), /^timeout\./);
    assert.equal(second.text, "1");
  }
});

test("a prompt that waits behind another is given up at once, and those behind it keep their turn", async () => {
  /** @type {(() => void)[]} */
  const answer = [];
  const asked = /** @type {string[]} */ ([]);
  const fetch = async (/** @type {any} */ _, /** @type {any} */ { body }) => {
    asked.push(JSON.parse(body).message);
    await /** @type {Promise<void>} */ (new Promise((resolve) => answer.push(resolve)));
    return Response.json({ response: "1" });
  };
  const ask = agent({ ...ENDPOINT, fetch });
  const first = ask("one");
  const second = ask("two", { signal: soon() });
  const third = ask("three");
  assert.equal((await settled(second)).cause, "aborted");
  assert.deepEqual(asked, ["one"]);
  answer.shift()?.();
  assert.equal((await settled(first)).text, "1");
  while (answer.length === 0) await new Promise((resolve) => setTimeout(resolve));
  answer.shift()?.();
  assert.equal((await settled(third)).text, "1");
  assert.deepEqual(asked, ["one", "three"]);
});

test("a signal ends the wait for whether a question is asked", async () => {
  const run = await settled(evaluate({ ...OWN, admit: never, signal: soon() }));
  assert.deepEqual([run.complete, run.records], [false, []]);
  // One that heeds it and fails has no more to say.
  const failing = () => {
    controller.abort();
    throw new Error("stopped");
  };
  const controller = new AbortController();
  const { signal } = controller;
  assert.equal((await evaluate({ ...OWN, admit: failing, signal })).complete, false);
});

test("a signal ends a run of a suite whose agent never answers", async () => {
  const tasks = ["a", "b"].map((id) => ({ id, prompt: id, answer: "FINAL_X" }));
  const { suite } = sealSuite(JSON.stringify({ id: "s", version: "1", tasks }));
  const controller = new AbortController();
  const { signal } = controller;
  /** @type {string[]} */
  const asked = [];
  const ask = (/** @type {string} */ prompt) => {
    asked.push(prompt);
    if (prompt === "a") return Promise.resolve("FINAL_X");
    setTimeout(() => controller.abort());
    return never();
  };
  const run = await settled(runSuite(suite, { ask, signal }));
  assert.deepEqual([run.complete, asked], [false, ["a", "b"]]);
  // The replies are kept.
  assert.match(String(run.answers), /\n.*"id":"a".*\n$/);
});

/** Three agents of one origin, then what `end` does; and what settles when the list is closed. */
function listed(end = async () => {}) {
  let close = () => {};
  const closed = /** @type {Promise<void>} */ (new Promise((resolve) => (close = resolve)));
  async function* targets() {
    try {
      for (const n of [1, 2, 3]) yield { ...ENDPOINT, endpoint: `https://agent.example/${n}` };
      await end();
    } finally {
      close();
    }
  }
  return { closed, targets: targets() };
}

test("whoever leaves a stream of events early is let go, and the list of targets is closed", async () => {
  for (const perOrigin of [undefined, 1, 2]) {
    for (const concurrency of [1, 2, 8]) {
      for (const fetch of [answers, never]) {
        const { closed, targets } = listed();
        const limits = { ...(perOrigin && { perOrigin }), concurrency, fetch };
        const events = evaluateAll(targets, limits);
        const leave = async () => {
          for await (const _ of events) break;
        };
        await settled(leave());
        await settled(closed);
      }
    }
  }
});

test("an error of whoever takes events comes out of the loop over them", async () => {
  const { targets } = listed();
  const fail = async () => {
    for await (const _ of evaluateAll(targets, { fetch: answers, perOrigin: 1 }))
      throw new Error("mine");
  };
  await assert.rejects(settled(fail()), { message: "mine" });
});

test("a list of targets that never ends holds nobody up who leaves, and no signal", async () => {
  for (const limits of [{}, { perOrigin: 1 }]) {
    const leave = async () => {
      for await (const event of evaluateAll(listed(never).targets, { fetch: answers, ...limits }))
        if (event.type === "close" && event.subject.endsWith("3")) break;
    };
    await settled(leave());
    const ended = async () => {
      const { targets } = listed(never);
      const options = { fetch: answers, signal: soon(), ...limits };
      for await (const _ of evaluateAll(targets, options));
    };
    await settled(ended());
  }
});

test("a signal ends a verification whose source is silent, and the source is told if it can be", async () => {
  for (const [verify, several] of /** @type {const} */ ([
    [verifyStream, [{ cores: 1 }, { cores: 2 }]],
    [verifier.verifyStream, [{}]],
  ])) {
    for (const options of several) {
      const source = { told: false };
      const chunks = {
        [Symbol.asyncIterator]: () => ({
          next: never,
          async return() {
            source.told = true;
            return { done: /** @type {const} */ (true), value: undefined };
          },
        }),
      };
      for (const silent of [chunks, new ReadableStream()]) {
        const ended = settled(verify(silent, { ...options, signal: soon() }));
        await assert.rejects(ended, { name: "TimeoutError" });
      }
      assert.equal(source.told, true);
    }
  }
});

test("a signal ends a verification whose workers are silent, and they are sent away", async () => {
  let ended = 0;
  const controller = new AbortController();
  const { signal } = controller;
  /** @type {any} */
  const hand = {
    postMessage(/** @type {unknown} */ message) {
      if (message instanceof Uint8Array) setTimeout(() => controller.abort());
    },
    terminate: () => (ended += 1),
  };
  const file = ["x\n".repeat(3 << 20)];
  const options = { cores: 2, worker: () => hand, signal };
  await assert.rejects(settled(verifyStream(file, options)), { name: "AbortError" });
  assert.equal(ended, 2);
});

test("a source that fails or ends is read no further, and one that is left is closed once", async () => {
  /** @param {string[]} did @param {() => Promise<any>} next */
  const source = (did, next) => ({
    [Symbol.asyncIterator]: () => ({
      next() {
        did.push("next");
        return next();
      },
      async return() {
        did.push("return");
        throw new Error("nobody hears of this");
      },
    }),
  });
  for (const cores of [1, 2]) {
    for (const [next, message, expected] of /** @type {const} */ ([
      [() => Promise.reject(new Error("mine")), "mine", ["next"]],
      [async () => ({ done: false, value: 5 }), undefined, ["next", "return"]],
    ])) {
      /** @type {string[]} */
      const did = [];
      const ended = verifyStream(source(did, next), { cores });
      await assert.rejects(ended, message === undefined ? { code: "host.option" } : { message });
      assert.deepEqual(did, expected);
    }
  }
});

/** Returns a function that sets a timer when it is first called, and the signal that it aborts. */
function timed() {
  const controller = new AbortController();
  /** @type {NodeJS.Timeout | undefined} */
  let timer;
  const begin = () => void (timer ??= setTimeout(() => controller.abort()));
  return { begin, signal: controller.signal };
}

test("answers that are there at once keep nobody from timers, and so no signal", async () => {
  /** @param {() => void} begin @param {string} answer */
  const at = (begin, answer) => () => (begin(), answer);
  const tasks = Array.from({ length: 20_000 }, (_, n) => ({
    id: `t${n}`,
    prompt: "x",
    answer: "FINAL_X",
  }));
  const { suite } = sealSuite(JSON.stringify({ id: "s", version: "1", tasks }), { salted: false });
  const one = timed();
  const ask = at(one.begin, "1");
  const own = { ...OWN, ask, families: MATH, questions: 5_000, signal: one.signal };
  assert.equal((await evaluate(own)).complete, false);

  const all = timed();
  const asked = { ...OWN, ask: at(all.begin, "1") };
  const targets = Array.from({ length: 20_000 }, (_, n) => ({ ...asked, subject: `urn:${n}` }));
  let runs = 0;
  for await (const { type } of evaluateAll(targets, { signal: all.signal }))
    if (type === "run") runs += 1;
  assert.ok(runs < targets.length);

  const live = timed();
  const run = await runSuite(suite, { ask: at(live.begin, "x"), signal: live.signal });
  assert.equal(run.complete, false);

  const read = timed();
  let chunks = 0;
  async function* lines() {
    for (read.begin(); chunks < 500_000; chunks++) yield "x\n";
  }
  await assert.rejects(verifyStream(lines(), { cores: 1, signal: read.signal }), {
    name: "AbortError",
  });
  assert.ok(chunks < 500_000);
});

test("a signal that comes when everything was asked ends nothing", async () => {
  const controller = new AbortController();
  const { signal } = controller;
  const onEvent = (/** @type {{ type: string }} */ { type }) => {
    if (type === "close") controller.abort();
  };
  const run = await evaluate({ ...OWN, families: MATH, signal, onEvent });
  assert.deepEqual([signal.aborted, run.complete], [true, true]);
  const { suite } = sealSuite(
    JSON.stringify({ id: "s", version: "1", tasks: [{ id: "a", prompt: "a", answer: "FINAL_X" }] }),
  );
  const late = new AbortController();
  const ask = async () => "FINAL_X";
  const onReply = (/** @type {{ id?: string }} */ { id }) => id && late.abort();
  const asked = await runSuite(suite, { ask, onReply, signal: late.signal });
  assert.deepEqual([late.signal.aborted, asked.complete], [true, true]);
  // Nothing is left to be asked.
  const resume = asked.answers;
  assert.equal((await runSuite(suite, { ask, resume, signal: late.signal })).complete, true);
  const early = await runSuite(suite, { ask, signal: late.signal });
  assert.equal(early.complete, false);
});
