// Many subjects at a time, at a pace; and agents that are asked in a way of the caller's own.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import { createPace } from "../../pkg/evaluate/pace.js";
import { agent, evaluate, evaluateAll, generate, verify } from "../../pkg/entry/core/node.js";
import { ownTime } from "../support/time.mjs";

// The number of requests at a time, and their distance, do not depend on the machine.
ownTime();

const sleep = (/** @type {number} */ ms) => new Promise((resolve) => setTimeout(resolve, ms));

/** @typedef {import("../../pkg/index.d.ts").AnyTarget} AnyTarget */
/** @typedef {import("../../pkg/index.d.ts").RunEvent} RunEvent */

const MATH = /** @type {["math"]} */ (["math"]);
const json = /** @type {const} */ ("json");

/**
 * A `fetch` that answers after some milliseconds, and knows how many requests it had at a time, in
 * all and by a key of the URL.
 *
 * @param {(url: string) => string} keyOf
 */
function counting(keyOf, ms = 10) {
  /** @type {Map<string, number>} */
  const now = new Map();
  /** @type {Map<string, number>} */
  const most = new Map();
  /** @type {number[]} */
  const times = [];
  const add = (/** @type {string} */ key, /** @type {number} */ by) => {
    now.set(key, (now.get(key) ?? 0) + by);
    most.set(key, Math.max(most.get(key) ?? 0, now.get(key) ?? 0));
  };
  const fetch = async (/** @type {unknown} */ url) => {
    times.push(performance.now());
    for (const key of ["all", keyOf(String(url))]) add(key, 1);
    await sleep(ms);
    for (const key of ["all", keyOf(String(url))]) add(key, -1);
    return Response.json({ response: "1" });
  };
  return { fetch, most, times };
}

/** @param {Iterable<AnyTarget>} targets @param {import("../../pkg/index.d.ts").EvaluateAllOptions} options */
async function all(targets, options) {
  /** @type {RunEvent[]} */
  const events = [];
  for await (const event of evaluateAll(targets, { families: MATH, ...options }))
    events.push(event);
  return events;
}

/** Returns the distances between times. @param {number[]} times */
const spaces = (times) => times.slice(1).map((time, n) => time - (times[n] ?? 0));

/** @param {RunEvent[]} events */
const recordsOf = (events) =>
  events.flatMap((event) => (event.type === "record" ? [event.record] : []));

test("one question is in flight for each subject, also for one that is listed twice", async () => {
  const { fetch, most } = counting((url) => new URL(url).pathname);
  const targets = Array.from({ length: 12 }, (_, n) => ({
    endpoint: `https://agent.example/${n % 3}`,
    protocol: json,
  }));
  const events = await all(targets, { fetch, questions: 2, concurrency: 12 });
  assert.equal(recordsOf(events).length, 24);
  for (const path of ["/0", "/1", "/2"]) assert.equal(most.get(path), 1);
  assert.equal(most.get("all"), 3);
});

test("no more subjects of one origin are asked at a time than may be, and the others go on", async () => {
  const { fetch, most } = counting((url) => new URL(url).hostname);
  const targets = Array.from({ length: 40 }, (_, n) => ({
    endpoint: `https://${n < 30 ? "busy" : `agent${n}`}.example/${n}`,
    protocol: json,
  }));
  const events = await all(targets, { fetch, concurrency: 8, perOrigin: 2 });
  assert.equal(recordsOf(events).length, 40);
  assert.equal(most.get("busy.example"), 2);
  assert.equal(most.get("all"), 8);
});

test("a rate is kept, in all and to one origin, and no budget is spent by waiting", async () => {
  for (const rates of [{ rate: 40 }, { ratePerOrigin: 40 }]) {
    const { fetch, times } = counting(() => "", 5);
    const targets = Array.from({ length: 20 }, (_, n) => ({
      endpoint: `https://agent.example/${n}`,
      protocol: json,
    }));
    const events = await all(targets, { fetch, concurrency: 20, budget: 200, ...rates });
    const records = recordsOf(events);
    assert.equal(records.filter(({ data }) => data.cause === undefined).length, 20);
    assert.deepEqual(spaces(times), Array(19).fill(25));
  }
});

test("a pace spaces turns evenly, and later turns make up for what went out without one", async () => {
  let time = 0;
  const sleep = async (/** @type {number} */ ms) => void (time += ms);
  const pace = createPace({ rate: 10, ratePerOrigin: 2 }, sleep, () => time);
  /** @type {number[]} */
  const turns = [];
  for (const origin of ["a", "b", "a", "c"]) {
    (await pace.turn(origin, undefined))();
    turns.push(time);
  }
  assert.deepEqual(turns, [0, 100, 500, 600]);
  pace.extra("c");
  pace.extra("c");
  (await pace.turn("c", undefined))();
  assert.equal(time, 2100);
});

for (const [what, rates] of Object.entries({ all: { rate: 10 }, one: { ratePerOrigin: 10 } })) {
  test(`a host that was busy for long lets no turns go together, of ${what}`, async () => {
    let time = 0;
    /** @type {{ at: number, go: () => void }[]} */
    let timers = [];
    const sleep = (/** @type {number} */ ms) =>
      /** @type {Promise<void>} */ (
        new Promise((go) => void timers.push({ at: time + ms, go: () => go() }))
      );
    const pace = createPace(rates, sleep, () => time);
    /** @type {number[]} */
    const turns = [];
    const turn = async () => {
      const gone = await pace.turn("a", undefined);
      turns.push(time);
      gone();
    };
    for (let n = 0; n < 5; n++) void turn();
    // Nothing happens before 1000 ms, when all timers are late.
    for (time = 0; time < 2_000; time = time === 0 ? 1_000 : time + 1) {
      const due = timers.filter(({ at }) => at <= time);
      timers = timers.filter((timer) => !due.includes(timer));
      for (const { go } of due) go();
      await new Promise((resolve) => setImmediate(resolve));
    }
    assert.deepEqual(turns, [0, 1000, 1100, 1200, 1300]);
  });
}

test("turns that whoever takes events is slow to take do not go together", async () => {
  const { fetch, times } = counting(() => "", 1);
  const targets = Array.from({ length: 4 }, (_, n) => ({
    endpoint: `https://agent.example/${n}`,
    protocol: json,
  }));
  for await (const event of evaluateAll(targets, { fetch, concurrency: 4, rate: 20 }))
    if (event.type === "run") await sleep(100);
  assert.ok(Math.min(...spaces(times)) >= 50, `${spaces(times)} ms`);
});

test("many origins that are at rest are not remembered", async () => {
  let time = 0;
  const pace = createPace(
    { ratePerOrigin: 1000 },
    async (ms) => void (time += ms),
    () => time,
  );
  for (let n = 0; n < 5000; n++) {
    (await pace.turn(`origin ${n}`, undefined))();
    time += 1;
  }
  assert.ok(pace.remembered() <= 1000, `${pace.remembered()}`);
});

test("a signal ends everything: what is done is told, and nothing more is begun", async () => {
  const controller = new AbortController();
  const { fetch, times } = counting(() => "", 20);
  function* endless() {
    for (let n = 0; ; n++) yield { endpoint: `https://agent.example/${n}`, protocol: json };
  }
  let records = 0;
  const options = { families: MATH, fetch, concurrency: 4, signal: controller.signal };
  for await (const event of evaluateAll(endless(), options)) {
    if (event.type === "record" && ++records === 10) controller.abort();
  }
  assert.ok(records >= 10 && records <= 14, `${records}`);
  assert.ok(times.length <= 18, `${times.length}`);
});

test("a target says nothing about where requests may go", async () => {
  const { fetch, times } = counting(() => "");
  for (const name of ["allowPrivate", "publicOnly", "fetch", "budget", "modle"]) {
    const target = /** @type {any} */ ({ endpoint: "https://agent.example/", [name]: true });
    const [event] = await all([target], { fetch });
    assert.equal(event?.type, "refused");
    assert.match(String(event?.type === "refused" && event.error), new RegExp(`found ${name}$`));
  }
  assert.equal(times.length, 0);
});

test("an option that is undefined is not given", async () => {
  const own = { ask: async () => "1", subject: "urn:a", families: ["math"] };
  const none = {
    headers: undefined,
    crossOrigin: undefined,
    questions: undefined,
    entropy: undefined,
  };
  assert.equal((await evaluate(/** @type {any} */ ({ ...own, ...none }))).records.length, 1);
  assert.equal(generate({ seed: "s", count: undefined }).length, 1);
  const endpoint = "https://a.example/";
  assert.equal(typeof agent(/** @type {any} */ ({ endpoint, ...none })), "function");
  for (const name of ["questions", "seed"])
    assert.throws(() => agent(/** @type {any} */ ({ endpoint, [name]: "1" })), {
      code: "host.option",
      message: new RegExp(`^option of agent: expected one of endpoint, .*, found "${name}"$`),
    });
});

test("what a target leaves undefined is said by the options of all", async () => {
  const own = { ask: () => "1", subject: "urn:a" };
  const none = { seed: undefined, policy: undefined, questions: undefined, families: undefined };
  const shared = /** @type {const} */ ({ policy: "committed", seed: "fixed", questions: 2 });
  const [given, left] = await Promise.all(
    [own, /** @type {any} */ ({ ...own, ...none })].map((target) => all([target], shared)),
  );
  assert.equal(recordsOf(given ?? []).length, 2);
  const lineOf = (/** @type {RunEvent[] | undefined} */ events) =>
    events?.flatMap((event) => (event.type === "run" ? [event.line] : []));
  assert.deepEqual(lineOf(left), lineOf(given));
});

test("wrong options of all are thrown at once, whomever they are for", async () => {
  const own = { ask: () => "1", subject: "urn:a" };
  for (const [options, code] of /** @type {[any, string][]} */ ([
    [{ budgets: 1 }, "host.option"],
    [{ budget: "1" }, "host.option"],
    [{ onEvent() {} }, "host.option"],
    [{ families: ["maths"] }, "question.unknown-family"],
    [{ policy: "both" }, "record.unknown-policy"],
    [{ bank: "{}" }, "bank.shape"],
  ])) {
    for (const targets of [[], [own], [own, { endpoint: "https://agent.example/" }]])
      await assert.rejects(all(targets, options), { code }, JSON.stringify(options));
  }
  // What is for some of them only is no mistake.
  const ask = await all([own], /** @type {any} */ ({ registry: "house", signal: undefined }));
  assert.equal(recordsOf(ask)[0]?.subject.registry, "house");
});

test("numbers that are none are refused by name", async () => {
  for (const [name, value] of /** @type {[string, any][]} */ ([
    ["concurrency", 0],
    ["concurrency", 1.5],
    ["concurrency", 10_001],
    ["concurrency", Number.MAX_SAFE_INTEGER],
    ["perOrigin", NaN],
    ["rate", 0],
    ["ratePerOrigin", Infinity],
  ])) {
    const expected = { code: "host.option", message: new RegExp(`^${name}: expected `) };
    await assert.rejects(all([], { [name]: value }), expected);
  }
});

/** An agent of the caller's own that knows the answers of `seed` to `subject`. @param {string} subject */
function knowing(subject) {
  const answers = new Map(
    /** @type {const} */ (["math", "science"]).flatMap((family) =>
      generate({ seed: "own", subject, family, count: 5 }).map(
        ({ prompt, expected }) => /** @type {[string, string]} */ ([prompt, expected]),
      ),
    ),
  );
  return async (/** @type {string} */ prompt) => answers.get(prompt) ?? "";
}

test("an agent asked in a way of its own is recorded like any other", async () => {
  const subject = "urn:own";
  const { records, lines, scores } = await evaluate({
    ask: knowing(subject),
    ...{ subject, registry: "house", seed: "own", questions: 5 },
  });
  assert.equal(scores.correct, 10);
  assert.deepEqual(records[0]?.subject, { id: subject, registry: "house" });
  assert.deepEqual(records[0]?.data.attempts.length, 1);
  const { passed, failures } = await verify(`${lines.join("\n")}\n`);
  assert.deepEqual([passed, failures], [true, []]);
});

test("many of them go beside endpoints, and each is told who is asked", async () => {
  const { fetch } = counting(() => "");
  /** @type {string[]} */
  const told = [];
  const ask = (/** @type {string} */ _, /** @type {{ subject: string }} */ { subject }) => {
    told.push(subject);
    return "1";
  };
  const targets = [
    { ask, subject: "urn:a" },
    { endpoint: "https://agent.example/", protocol: json },
    { ask, subject: "urn:b" },
  ];
  const records = recordsOf(await all(targets, { fetch }));
  assert.deepEqual(told.sort(), ["urn:a", "urn:b"]);
  assert.equal(records.length, 3);
});

test("how an agent of one's own fails is the record's cause", async () => {
  const fail = (/** @type {string | undefined} */ code) => async () => {
    throw Object.assign(new Error("no"), { code });
  };
  const never = (/** @type {string} */ _, /** @type {{ signal: AbortSignal }} */ { signal }) =>
    new Promise((_, reject) =>
      signal.addEventListener("abort", () => reject(new Error("stopped"))),
    );
  for (const [ask, cause, outcome] of /** @type {[any, string, string][]} */ ([
    [fail(undefined), "transport.failed", "error"],
    [fail("http.429"), "http.429", "upstream-error"],
    [fail("http.404"), "http.404", "missing"],
    [fail("ECONNREFUSED"), "network.refused", "error"],
    [fail("transport.off"), "transport.off", "skipped"],
    [fail("nonsense"), "transport.failed", "error"],
    [never, "timeout.budget", "timeout"],
    [() => new Promise(() => {}), "timeout.budget", "timeout"],
    [() => 42, "reply.no-text", "error"],
    [() => "2".repeat(1001), "reply.too-large", "error"],
  ])) {
    const options = { subject: "urn:own", families: MATH, budget: 200, maxBody: 1000 };
    const { records } = await evaluate({ ask, ...options, firstContact: "record" });
    assert.equal(records.length, 1);
    assert.deepEqual([records[0]?.data.cause, records[0]?.data.outcome], [cause, outcome]);
  }
});

test("an agent of one's own has a subject and no endpoint", async () => {
  const ask = async () => "1";
  for (const [options, message] of /** @type {[any, RegExp][]} */ ([
    [{ ask }, /^subject: required with ask$/],
    [{ ask, subject: "urn:a", endpoint: "https://a.example/" }, /^endpoint: not allowed with ask$/],
    [{ ask, subject: "urn:a", headers: { a: "b" } }, /^headers: not allowed with ask$/],
    [{ ask, subject: "urn:a", crossOrigin: false }, /^crossOrigin: not allowed with ask$/],
    [{ ask: "x", subject: "urn:a" }, /^ask: expected a function, found text$/],
    [{ subject: "urn:a" }, /^endpoint: expected a URL, or ask, found none$/],
  ])) {
    await assert.rejects(evaluate(options), { code: "host.option", message });
  }
});

test("a run is resumed on its own terms alone", async () => {
  const bank = readFileSync(new URL("../../examples/private-bank.json", import.meta.url), "utf8");
  const options = { ask: async () => "B", subject: "urn:b", seed: "s", questions: 2 };
  const { records } = await evaluate({ ...options, bank });
  const part = { ...options, resume: records.slice(0, 3) };
  const { complete, records: all } = await evaluate({ ...part, bank });
  assert.deepEqual([complete, all.length], [true, 4]);
  const method = records.map((record) => ({
    ...record,
    data: { ...record.data, terms: { ...record.data.terms, method: "simple-evals:7" } },
  }));
  for (const others of [
    {},
    { bank, policy: /** @type {const} */ ("committed") },
    { bank, resume: method.slice(0, 3) },
  ]) {
    await assert.rejects(evaluate({ ...part, ...others }), {
      code: "run.resume",
      message: /^record of (math|science) question \d: not the next record of the resumed run$/,
    });
  }
});

test("a clock that is set while an agent answers makes its reply neither late nor quick", async (t) => {
  const real = Date.now;
  t.after(() => void (Date.now = real));
  const hour = 3_600_000;
  for (const set of [hour, -hour]) {
    const ask = async () => {
      Date.now = () => real() + set;
      await sleep(50);
      return "1";
    };
    Date.now = real;
    const { records } = await evaluate({ ask, subject: "urn:a", families: ["math"], questions: 2 });
    for (const { data } of records) {
      assert.equal(data.cause, undefined);
      assert.equal(data.latencyMs, 50);
    }
  }
});
