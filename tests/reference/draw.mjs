// A second implementation of the draw, written from docs/draw.md alone and used only by the tests.
import { createHash } from "node:crypto";

const WORDINGS = 8n;
const MATH = [
  ["add", 10n, 91n, 10n, 91n, "+"],
  ["sub", 10n, 91n, 1n, 50n, "-"],
  ["mul", 2n, 11n, 2n, 11n, "x"],
];
const SCIENCES = ["chemistry", "biology", "physics", "earth-science"];

const u64 = (n) => {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64BE(BigInt(n));
  return bytes;
};
const text = (s) => Buffer.concat([u64(Buffer.byteLength(s)), Buffer.from(s)]);
const sha256 = (...parts) => createHash("sha256").update(Buffer.concat(parts)).digest();
const word = (...parts) => sha256(...parts).readBigUInt64BE();

/** `sizes` is the number of the bank's items per science, for `science`. */
export function draw({ seed, entropy, subject, family }, index, sizes) {
  const key = sha256(...["proofmark-draw-1", seed, entropy, subject, family].map(text));
  const below = (label, n, bound) => {
    for (let attempt = 0; ; attempt++) {
      const w = word(key, text(label), u64(n), u64(attempt));
      if (w < 2n ** 64n - (2n ** 64n % bound)) return w % bound;
    }
  };
  const shuffle = (label, n, size) => {
    const left = Array.from({ length: size }, (_, i) => i);
    let rest = below(
      label,
      n,
      left.reduce((product, i) => product * BigInt(i + 1), 1n),
    );
    return Array.from({ length: size }, () => {
      const count = BigInt(left.length);
      const [taken] = left.splice(Number(rest % count), 1);
      rest /= count;
      return taken;
    });
  };
  const permute = (name, cycle, size, place) => {
    const k = sha256(key, text(name), u64(cycle));
    let half = 1n;
    while (4n ** half < size) half += 1n;
    do {
      let [left, right] = [place >> half, place % 2n ** half];
      for (let r = 0; r < 8; r++)
        [left, right] = [right, left ^ (word(k, Buffer.of(r), u64(right)) % 2n ** half)];
      place = (left << half) + right;
    } while (place >= size);
    return place;
  };

  const strata = family === "math" ? MATH.length : SCIENCES.length;
  const round = BigInt(Math.floor(index / strata));
  const stratum = shuffle("strata", round, strata)[index % strata];
  const variant = Number(below("variant", index, WORDINGS));
  if (family === "science") {
    const question = permute(
      SCIENCES[stratum],
      round / BigInt(sizes[stratum]),
      BigInt(sizes[stratum]),
      round % BigInt(sizes[stratum]),
    );
    return {
      science: SCIENCES[stratum],
      item: Number(question),
      choiceOrder: shuffle("options", index, 4),
      variant,
    };
  }
  const [name, low, count, low2, width, sign] = MATH[stratum];
  const size = count * width;
  const question = permute(name, round / size, size, round % size);
  return {
    questionId: `math:${name}:${low + question / width}${sign}${low2 + (question % width)}`,
    variant,
  };
}
