// Record ids, the proofs of records, keys, signatures, checkpoints, and their consistency.

const ALPHABET = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz";

/** @type {Record<string, (api: any, given: any[]) => unknown>} */
const CALLS = {
  recordId: (api, [line]) => api.recordId(line),
  check: (api, [line]) => api.checkRecord(line),
  readKey: (api, [file]) => api.keyDid(file),
  sign: (api, [record, seed, created]) =>
    api.sign(record, { key: keyFile(record, seed), ...(created === null ? {} : { created }) }),
  openCheckpoint: (api, [note]) => api.readCheckpoint(note),
  checkConsistency(api, [old, later, hashes]) {
    api.checkConsistency({ old, new: later, hashes });
    return true;
  },
  tiled,
};

/** @type {Record<string, string>} */
const NATIVE_ONLY = {
  canonical: "the API has ids, and no canonical form by itself",
  checkpoint: "the API signs the log that it has written, and no other",
  consistency: "the API proves it of a record file",
  include: "the API proves it of a record file",
  keygen: "the API draws keys",
  leaf: "it is a part of a log",
  log: "the API writes logs of whole records",
  open: "the API opens what it verifies",
  publicKey: "the API has no key by itself",
  trust: "the API asks a trust file about records",
  withhold: "its cases fix salts, and the API draws them",
};

/** @type {import("../suite.js").Area} */
export const proof = {
  caseKeys: ["call", "arguments"],
  nativeOnly: ({ call, arguments: given, expect }) => {
    // A case about a key that is not the evaluator's would need that key's public half.
    if (call === "sign" && given[0].data.evaluator === undefined) return "the API names the signer";
    if (call === "sign" && expect.error === "proof.evaluator") return "it has another's key";
    return NATIVE_ONLY[call];
  },
  actual: (api, { call, arguments: given }) => CALLS[call]?.(api, given),
};

/**
 * The key file of the record's evaluator, whose secret is `seed` in hex.
 *
 * @param {any} record
 * @param {string} seed
 */
function keyFile({ data: { evaluator } }, seed) {
  const name = evaluator.slice("did:key:".length);
  return JSON.stringify({
    controller: evaluator,
    id: `${evaluator}#${name}`,
    publicKeyMultibase: name,
    secretKeyMultibase: multibase(`8026${seed}`),
    type: "Multikey",
  });
}

/** Bytes in hex, the first of which is not zero, as multibase base58btc. @param {string} hex */
function multibase(hex) {
  let digits = "";
  for (let rest = BigInt(`0x${hex}`); rest > 0n; rest /= 58n)
    digits = ALPHABET[Number(rest % 58n)] + digits;
  return `z${digits}`;
}

/** The key of the tiled logs, whose secret is 32 times 7. */
const TILED = {
  did: "did:key:z6MkvDqGT54cXesYGvABpF1UapVNwjCqRcafi4Px6Thv5T3Z",
  seed: "07".repeat(32),
};

/**
 * A log of the records with the ids 0, 1, 2 and so on, grown to each of the sizes.
 *
 * @param {any} api
 * @param {any[]} given
 */
async function tiled(api, [sizes, name]) {
  const key = keyFile({ data: { evaluator: TILED.did } }, TILED.seed);
  /** @type {Map<string, Uint8Array>} */
  const kept = new Map();
  const read = (/** @type {any[]} */ tiles) =>
    tiles.map(({ level, index }) => kept.get(`${level}/${index}`));
  /** @type {string[]} */
  const notes = [];
  let tiles = [];
  let from = 0;
  for (const size of sizes) {
    const ids = Array.from({ length: size - from }, (_, at) =>
      (from + at).toString(16).padStart(64, "0"),
    );
    const appended = await api.appendToLog({ key, name, note: notes.at(-1), ids, read });
    notes.push(appended.note);
    tiles = appended.tiles;
    from = appended.size;
    for (const { level, index, hashes } of tiles) kept.set(`${level}/${index}`, hashes);
  }
  const { hashes } = await api.proveGrowth({ old: notes[0], new: notes.at(-1), read });
  return {
    hashes,
    note: notes.at(-1),
    tiles: tiles.map((/** @type {any} */ { level, index, width }) => [level, index, width]),
  };
}
