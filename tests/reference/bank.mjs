// A second implementation of sealing and revealing a bank, written from docs/bank.md alone and
// used only by the tests.
import { createHash } from "node:crypto";

const SCIENCES = ["chemistry", "biology", "physics", "earth-science"];

/** RFC 8785 for what a bank holds: ASCII names, text, arrays, small integers. */
const canonical = (value) => {
  if (value === null || typeof value !== "object") return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
  return `{${Object.keys(value)
    .sort()
    .map((name) => `${JSON.stringify(name)}:${canonical(value[name])}`)
    .join(",")}}`;
};
const sha256 = (...parts) =>
  createHash("sha256")
    .update(Buffer.concat(parts.map((part) => Buffer.from(part))))
    .digest();
const sizesOf = (items) =>
  SCIENCES.map((science) => items.filter((item) => item.science === science).length);
const leafHash = (leaf) => sha256([0], canonical(leaf));
const bound = (id, sizes, tree) =>
  sha256(canonical({ id, sizes, tree: tree.toString("hex") })).toString("hex");
const node = (left, right) => sha256([1], left, right);
const split = (size) => 2 ** Math.floor(Math.log2(size - 1));

const tree = (hashes) => {
  if (hashes.length === 0) return sha256();
  if (hashes.length === 1) return hashes[0];
  const at = split(hashes.length);
  return node(tree(hashes.slice(0, at)), tree(hashes.slice(at)));
};

const pathOf = (hashes, index) => {
  if (hashes.length === 1) return [];
  const at = split(hashes.length);
  const [left, right] = [hashes.slice(0, at), hashes.slice(at)];
  return index < at
    ? [...pathOf(left, index), tree(right)]
    : [...pathOf(right, index - at), tree(left)];
};

const rootFrom = (hash, index, size, path) => {
  if (size === 1) return path.length === 0 ? hash : undefined;
  if (path.length === 0) return undefined;
  const at = split(size);
  const [rest, sibling] = [path.slice(0, -1), path.at(-1)];
  const below =
    index < at ? rootFrom(hash, index, at, rest) : rootFrom(hash, index - at, size - at, rest);
  if (below === undefined) return undefined;
  return index < at ? node(below, sibling) : node(sibling, below);
};

const leafOf = ({ why: _, ...item }) => ({
  id: item.id,
  science: item.science,
  [item.salt === undefined ? "digest" : "commitment"]: sha256(canonical(item)).toString("hex"),
});
const inOrder = (items) =>
  SCIENCES.flatMap((science) => items.filter((item) => item.science === science));

export const root = (bank) =>
  bound(bank.id, sizesOf(bank.items), tree(inOrder(bank.items).map(leafOf).map(leafHash)));

/** `random` is 16 bytes for each item, as hex. */
export function seal(bank, random) {
  const salted = inOrder(bank.items).map(({ why: _, ...item }, i) => ({
    ...item,
    salt: random.slice(i * 32, i * 32 + 32),
  }));
  salted.sort((a, b) => (a.salt < b.salt ? -1 : 1));
  const digits = Math.max(4, String(salted.length).length);
  const items = salted.map((item, i) => ({
    ...item,
    id: `science:item-${String(i + 1).padStart(digits, "0")}`,
  }));
  return { id: bank.id, items: inOrder(items) };
}

export const manifest = (sealed) => ({
  id: sealed.id,
  root: root(sealed),
  items: inOrder(sealed.items).map(leafOf),
});

export function reveal(sealed, id) {
  const items = inOrder(sealed.items);
  const index = items.findIndex((item) => item.id === id);
  const { salt, ...item } = items[index];
  const path = pathOf(items.map(leafOf).map(leafHash), index).map((hash) => hash.toString("hex"));
  return {
    bank: { id: sealed.id, root: root(sealed) },
    index,
    sizes: sizesOf(items),
    item,
    salt,
    path,
  };
}

/** The code of the first part that is wrong, or null. */
export function check(shown, published) {
  const { bank, index, sizes, item, salt, path } = shown;
  if (bank.id !== published.id || bank.root !== published.root) return "bank.wrong-manifest";
  const at = published.items.findIndex((leaf) => leaf.id === item.id);
  if (at < 0) return "bank.unknown-item";
  if (index !== at || canonical(sizes) !== canonical(sizesOf(published.items)))
    return "bank.reveal-place";
  const leaf = leafOf({ ...item, salt });
  if (canonical(leaf) !== canonical(published.items[at])) return "bank.reveal-item";
  const found = rootFrom(
    leafHash(leaf),
    index,
    published.items.length,
    path.map((hash) => Buffer.from(hash, "hex")),
  );
  return found !== undefined && bound(bank.id, sizes, found) === published.root
    ? null
    : "bank.reveal-path";
}
