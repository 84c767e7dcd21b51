// What ends before its time: by a budget, a signal, or a caller who leaves, whether or not anybody
// heeds that.

import assert from "node:assert/strict";
import { test } from "node:test";

import { agent, evaluate, evaluateAll, verifyStream } from "../pkg/node.js";
import { runSuite, sealSuite } from "../pkg/suite/node.js";
import * as verifier from "../pkg/verify/node.js";

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

/** What `promise` comes to; one that never settles fails. @template T @param {Promise<T>} promise */
async function settled(promise) {
  /** @type {NodeJS.Timeout | undefined} */
  let timer;
  const late = new Promise((_, reject) => {
    timer = setTimeout(() => reject(new Error("it never settles")), 3_000);
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

test("an agent answers the next prompt after one that never settled", async () => {
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
  /** @type {string[]} */
  const asked = [];
  const ask = (/** @type {string} */ prompt) => {
    asked.push(prompt);
    return prompt === "a" ? Promise.resolve("FINAL_X") : never();
  };
  const run = await settled(runSuite(suite, { ask, signal: soon() }));
  assert.deepEqual([run.complete, asked], [false, ["a", "b"]]);
  // What was answered is kept.
  assert.match(String(run.answers), /\n.*"id":"a".*\n$/);
});

/** Three agents of one origin, then what `end` does; and whether the list was closed. */
function listed(end = async () => {}) {
  const list = { closed: false };
  async function* targets() {
    try {
      for (const n of [1, 2, 3]) yield { ...ENDPOINT, endpoint: `https://agent.example/${n}` };
      await end();
    } finally {
      list.closed = true;
    }
  }
  return { list, targets: targets() };
}

test("whoever leaves a stream of events early is let go, and the list of targets is closed", async () => {
  for (const perOrigin of [undefined, 1, 2]) {
    for (const concurrency of [1, 2, 8]) {
      for (const fetch of [answers, never]) {
        const { list, targets } = listed();
        const limits = { ...(perOrigin && { perOrigin }), concurrency, fetch };
        const events = evaluateAll(targets, limits);
        const leave = async () => {
          for await (const _ of events) break;
        };
        await settled(leave());
        await new Promise((resolve) => setTimeout(resolve, 10));
        assert.equal(list.closed, true, `${perOrigin} ${concurrency}`);
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
  for (const { verifyStream: verify } of [{ verifyStream }, verifier]) {
    for (const cores of [1, 2]) {
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
        const ended = settled(verify(silent, { cores, signal: soon() }));
        await assert.rejects(ended, { name: "TimeoutError" });
      }
      assert.equal(source.told, true);
    }
  }
});

test("a signal ends a verification whose workers are silent, and they are sent away", async () => {
  let ended = 0;
  /** @type {any} */
  const hand = { postMessage() {}, terminate: () => (ended += 1) };
  const file = ["x\n".repeat(3 << 20)];
  const options = { cores: 2, worker: () => hand, signal: soon() };
  await assert.rejects(settled(verifyStream(file, options)), { name: "TimeoutError" });
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

test("answers that are there at once keep nobody from timers, and so no signal", async () => {
  const targets = Array.from({ length: 20_000 }, (_, n) => ({ ...OWN, subject: `urn:${n}` }));
  const tasks = Array.from({ length: 20_000 }, (_, n) => ({
    id: `t${n}`,
    prompt: "x",
    answer: "FINAL_X",
  }));
  const { suite } = sealSuite(JSON.stringify({ id: "s", version: "1", tasks }), { salted: false });
  let runs = 0;
  let chunks = 0;
  async function* lines() {
    for (; chunks < 500_000; chunks++) yield "x\n";
  }
  const run = await evaluate({ ...OWN, families: MATH, runs: 5_000, signal: soon() });
  assert.equal(run.complete, false);
  for await (const { type } of evaluateAll(targets, { signal: soon() }))
    if (type === "run") runs += 1;
  assert.ok(runs < targets.length);
  assert.equal((await runSuite(suite, { ask: async () => "x", signal: soon() })).complete, false);
  await assert.rejects(verifyStream(lines(), { cores: 1, signal: soon() }), {
    name: "TimeoutError",
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
