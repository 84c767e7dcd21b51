// Arguments may run code when they are read: they are read before the core is, so that what it
// throws is a refusal like any other and no trap.

import assert from "node:assert/strict";
import { test } from "node:test";

import * as main from "../../pkg/entry/core/node.js";
import * as suite from "../../pkg/entry/suite/node.js";
import * as verifier from "../../pkg/entry/verify/node.js";

const ENDPOINT = { endpoint: "https://agent.example/" };
const OWN = { subject: "urn:own", families: /** @type {["math"]} */ (["math"]) };

/** An object whose member `name` throws. @param {string} name @param {unknown} error @returns {any} */
const throwing = (name, error) =>
  Object.defineProperty({}, name, {
    enumerable: true,
    get() {
      throw error;
    },
  });

/** Calls with options of which `it` is a part, and the member that the error names. @type {[string, (it: (name: string) => any) => unknown][]} */
const CALLS = [
  ["seed", (it) => main.generate(it("seed"))],
  ["family", (it) => main.generate({ seed: "x", family: it("family") })],
  ["count", (it) => main.selftest(it("count"))],
  ["response", (it) => main.grade(it("response"))],
  ["now", (it) => main.verify("", it("now"))],
  ["trust", (it) => main.verifyStream([], it("trust"))],
  ["trust", (it) => verifier.verify("", it("trust"))],
  ["seed", (it) => main.evaluate({ ...OWN, ask: () => "1", seed: it("seed") })],
  ["accept", (it) => main.evaluate({ ...ENDPOINT, headers: it("accept") })],
  ["budget", (it) => main.evaluateAll([], it("budget")).next()],
  ["accept", (it) => main.agent({ ...ENDPOINT, headers: it("accept") })],
  ["key", (it) => main.sign("{}", it("key"))],
  ["rate", (it) => suite.sealSuite("{}", it("rate"))],
  ["alpha", (it) => suite.report("", it("alpha"))],
];

/** Thrown values: an error, one that looks like a trap, and values that are not errors. */
const THROWN = [new Error("mine"), new RangeError("mine"), new TypeError("mine"), "mine", null];

test("what a getter throws is a refusal that keeps it, and resets no core", async () => {
  let reply = (/** @type {string} */ _) => {};
  const answer = new Promise((resolve) => (reply = resolve));
  const beside = main.evaluate({ ...OWN, ask: () => answer });
  for (const [name, call] of CALLS) {
    for (const thrown of THROWN) {
      const refused = async () => call((name) => throwing(name, thrown));
      await assert.rejects(refused, (/** @type {any} */ error) => {
        assert.equal(error.name, "ProofmarkError", `${call}: ${error}`);
        assert.equal(error.code, "host.option");
        assert.match(error.message, new RegExp(`^(${name}|row): expected `));
        return error.cause === thrown;
      });
    }
  }
  reply("1");
  assert.equal((await beside).complete, true);
});

test("a target whose getter throws is refused, and the others go on", async () => {
  const targets = [throwing("subject", new Error("mine")), { ...OWN, ask: () => "1" }];
  /** @type {string[]} */
  const types = [];
  for await (const { type } of main.evaluateAll(targets)) types.push(type);
  assert.deepEqual([types.at(0), types.at(-1)], ["refused", "close"]);
});

test("options are read once, and no proxy and no circle is taken for another object", () => {
  let reads = 0;
  const counted = {
    get seed() {
      reads += 1;
      return "x";
    },
  };
  assert.deepEqual(main.generate(counted), main.generate({ seed: "x" }));
  assert.equal(reads, 1);
  assert.deepEqual(main.generate(new Proxy({ seed: "x" }, {})), main.generate({ seed: "x" }));
  const { proxy, revoke } = Proxy.revocable({}, {});
  revoke();
  /** @type {any} */
  const circular = {};
  circular.seed = circular;
  for (const options of [proxy, circular])
    assert.throws(() => main.generate(options), { code: "host.option" });
});
