// A bank's commitment has one question at each place: an evaluator who builds the tree by hand, for two
// banks at once, finds no root under which two records of one seed and one place both verify.

import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { test } from "node:test";

import * as api from "../../pkg/entry/core/node.js";

const SUBJECT = "urn:agent:x";
const { key, did } = api.generateKey();

/** @typedef {{ id: string, science: string, stem: string, salt: string }} Item */
/** @typedef {{ item: Item, index: number, sizes: number[], path: string[] }} Claim */

const hex = (/** @type {Buffer} */ bytes) => bytes.toString("hex");
const sha = (/** @type {(string | Uint8Array)[]} */ ...parts) => {
  const hash = createHash("sha256");
  for (const part of parts) hash.update(part);
  return hash.digest();
};
const jcs = (/** @type {unknown} */ of) => api.canonicalJson(JSON.stringify(of));

const leafOf = (/** @type {Item} */ item) => {
  const { id, science } = item;
  return sha("\0", jcs({ commitment: hex(sha(jcs(item))), id, science }));
};
/** The largest power of two below `size`. */
const splitOf = (/** @type {number} */ size) => 2 ** Math.ceil(Math.log2(size) - 1);

/** @param {Buffer[]} leaves @returns {Buffer} */
function treeOf(leaves) {
  const [first] = leaves;
  if (leaves.length === 1 && first) return first;
  const split = splitOf(leaves.length);
  return sha("\x01", treeOf(leaves.slice(0, split)), treeOf(leaves.slice(split)));
}

/** The hashes beside the way from a leaf to the root. @param {Buffer[]} leaves @param {number} at @returns {string[]} */
function pathOf(leaves, at) {
  if (leaves.length === 1) return [];
  const split = splitOf(leaves.length);
  const [left, right] = [leaves.slice(0, split), leaves.slice(split)];
  return at < split
    ? [...pathOf(left, at), hex(treeOf(right))]
    : [...pathOf(right, at - split), hex(treeOf(left))];
}

const rootOf = (/** @type {number[]} */ sizes, /** @type {Buffer[]} */ leaves) =>
  hex(sha(jcs({ id: "sample", sizes, tree: hex(treeOf(leaves)) })));

/** A sealed bank of `chemistry` items of chemistry and one of each other science. @param {number} chemistry */
function bankOf(chemistry) {
  const sciences = [...Array(chemistry).fill("chemistry"), "biology", "physics", "earth-science"];
  const items = sciences.map((science, at) => ({
    ...{ id: `science:n-${chemistry}-${at}`, science, difficulty: 1, why: "So it is." },
    ...{ stem: `Question ${chemistry}/${at}?`, right: `right ${at}` },
    wrong: [1, 2, 3].map((other) => `wrong ${at} number ${other}`),
  }));
  const { bank } = api.sealBank(JSON.stringify({ id: "sample", items }));
  /** @type {{ items: Item[] }} */
  const { items: sealed } = JSON.parse(bank);
  return { bank, items: sealed, leaves: sealed.map(leafOf), sizes: [chemistry, 1, 1, 1] };
}

/** The record of the first question of chemistry of a run out of `bank`. @param {ReturnType<typeof bankOf>} of */
async function askedOf({ bank, items }) {
  const how = { families: /** @type {["science"]} */ (["science"]), questions: 4, seed: "a seed" };
  const { records } = await api.evaluate({ ask: () => "A", subject: SUBJECT, bank, ...how });
  const chemistry = items.filter(({ science }) => science === "chemistry").map(({ id }) => id);
  const record = records.find(({ data }) => chemistry.includes(data.questionId));
  assert.ok(record);
  const item = items.find(({ id }) => id === record.data.questionId);
  assert.ok(item);
  return { record, item, place: items.indexOf(item) };
}

/** Reports whether a record that names `root` is drawn out of it, by the reveal that `claim` makes. */
async function verifies(
  /** @type {any} */ record,
  /** @type {string} */ root,
  /** @type {Claim} */ claim,
) {
  const bank = { id: "sample", root };
  const terms = { ...record.data.terms, bank };
  const plan = hex(sha(jcs(terms)));
  const runId = hex(sha(jcs({ entropy: "", plan, subject: SUBJECT })));
  const signed = api.sign({ ...record, data: { ...record.data, terms, runId } }, { key });
  const { salt, ...item } = claim.item;
  const { index, sizes, path } = claim;
  const reveals = [JSON.stringify({ bank, index, sizes, item, salt, path })];
  const asked = {
    index: 0,
    reveals,
    trust: did,
    subject: SUBJECT,
    require: /** @type {["bank"]} */ (["bank"]),
  };
  const { verdict, failures } = await api.verify(`${JSON.stringify(signed)}\n`, asked);
  const codes = failures.map(({ code }) => code).join(" ");
  const holds = ["verified", "partial"].includes(verdict);
  assert.match(codes, holds ? /^$/ : /bank\.(reveal-path|reveal-place)|draw\./);
  return holds;
}

const [small, large] = [bankOf(5), bankOf(13)];
const [one, other] = [await askedOf(small), await askedOf(large)];

test("both records are of one seed and one place, and ask different questions", () => {
  const { draw, questionId } = one.record.data;
  assert.equal(draw.index, other.record.data.draw.index);
  assert.deepEqual(draw.seed, other.record.data.draw.seed);
  assert.notEqual(questionId, other.record.data.questionId);
});

test("no root of a tree that holds both questions verifies both records", async () => {
  /** Trees of one bank, and of one with the other's question at its place or before it. */
  const mixed = large.leaves.with(one.place, leafOf(one.item));
  const swapped = small.leaves.with(other.place % small.leaves.length, leafOf(other.item));
  const both = [...small.leaves, ...large.leaves];
  const trees = { small: small.leaves, large: large.leaves, mixed, swapped, both };
  let verified = 0;
  for (const [tree, leaves] of Object.entries(trees)) {
    for (const sizes of [small.sizes, large.sizes, [leaves.length - 3, 1, 1, 1]]) {
      const root = rootOf(sizes, leaves);
      /** Reports whether some claim makes `record` verify under the root. */
      const some = async (/** @type {typeof one} */ { record, item, place }) => {
        const places = leaves.flatMap((leaf, at) => (leaf.equals(leafOf(item)) ? [at] : []));
        const claims = [...new Set([...places, place])].flatMap((index) =>
          [small.sizes, large.sizes, sizes].flatMap((claimed) => {
            const total = claimed.reduce((sum, size) => sum + size, 0);
            const cut = leaves.slice(0, total);
            const paths = [leaves, cut].flatMap((of) =>
              [...places, index].filter((at) => at < of.length).map((at) => pathOf(of, at)),
            );
            const shorter = paths.map((path) => path.slice(0, -1));
            return [...paths, ...shorter, []].map((path) => ({
              item,
              index,
              sizes: claimed,
              path,
            }));
          }),
        );
        for (const claim of claims) if (await verifies(record, root, claim)) return true;
        return false;
      };
      const [first, second] = [await some(one), await some(other)];
      assert.ok(!(first && second), `${tree} with sizes ${sizes}`);
      verified += Number(first) + Number(second);
    }
  }
  // Each verifies under the root of its own bank, so the claims are not all refused for another reason.
  assert.ok(verified >= 2, `${verified}`);
});

test("an item that stands at two places is drawn at the one that the seed draws", async () => {
  // A second item with this id and another text, at an index that the seed does not draw.
  const twin = { ...one.item, stem: "Another question?" };
  const away = (one.place + 1) % 5;
  const leaves = small.leaves.with(away, leafOf(twin));
  const root = rootOf(small.sizes, leaves);
  const claim = (/** @type {Item} */ item, /** @type {number} */ index, at = index) => ({
    ...{ item, index, sizes: small.sizes, path: pathOf(leaves, at) },
  });
  assert.ok(await verifies(one.record, root, claim(one.item, one.place)));
  for (const [index, at] of /** @type {const} */ ([
    [away, away],
    [one.place, away],
    [one.place, one.place],
  ]))
    assert.ok(!(await verifies(one.record, root, claim(twin, index, at))));
});

test("a reveal that claims other sizes than its root's proves nothing", async () => {
  const [reveal] = api.revealItems(small.bank, [one.item.id]);
  const honest = JSON.parse(`${reveal}`);
  const codes = async (/** @type {object} */ of) =>
    (await api.verify("", { reveals: [JSON.stringify(of)] })).failures.map(({ code }) => code);
  assert.deepEqual(await codes(honest), ["file.empty"]);
  for (const sizes of [[6, 1, 1, 1], [5, 2, 1, 1], [4, 2, 1, 1], [5, 1, 1, 2], large.sizes])
    assert.deepEqual(await codes({ ...honest, sizes }), ["bank.reveal-path", "file.empty"]);
});
