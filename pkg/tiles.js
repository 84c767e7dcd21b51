// Logs that are kept in tiles: appended to and proven from without what is in them. Which tiles
// that takes is for the core to say; where they are, for the caller.

/** @typedef {typeof import("./full.js").core} Core */
/** @typedef {typeof import("./index.d.ts")} Api */
/** @typedef {import("./index.d.ts").Tile} Tile */
/** @typedef {import("./index.d.ts").ReadTiles} ReadTiles */

const encoder = new TextEncoder();

/** @param {Core} core */
export function createTiles(core) {
  /**
   * Has `work` done on the log of `note`, with the tiles that `wanted` names at hand.
   *
   * @template T
   * @param {string | undefined} note
   * @param {ReadTiles} read
   * @param {(log: InstanceType<Core["TiledLog"]>) => Float64Array} wanted
   * @param {(log: InstanceType<Core["TiledLog"]>) => T} work
   */
  async function withTiles(note, read, wanted, work) {
    const log = new core.TiledLog(note);
    try {
      const tiles = tilesOf(wanted(log));
      const found = tiles.length === 0 ? [] : await read(tiles);
      tiles.forEach(({ level, index }, at) => {
        const hashes = found[at];
        if (hashes !== undefined) log.hold(level, index, hashes);
      });
      return work(log);
    } finally {
      log.free();
    }
  }

  return {
    /** @type {Api["appendToLog"]} */
    appendToLog: ({ key, name, note, ids, read }) =>
      withTiles(
        note,
        read,
        (log) => log.edge(),
        (log) => {
          const head = log.append(ids, key, name);
          const tiles = tilesOf(log.touched()).map((tile) => ({
            ...tile,
            hashes: log.tile(tile.level, tile.index),
          }));
          return { note: head, line: checkpointLine(head), size: log.size(), tiles };
        },
      ),
    /** @type {Api["includeRecord"]} */
    includeRecord: ({ record, index, note, read }) =>
      withTiles(
        note,
        read,
        (log) => log.for_inclusion(index),
        (log) => {
          const line = typeof record === "string" ? record : JSON.stringify(record);
          return JSON.parse(log.include(encoder.encode(line), index));
        },
      ),
    /** @type {Api["proveGrowth"]} */
    proveGrowth: ({ old, new: later, read }) =>
      withTiles(
        later,
        read,
        (log) => log.for_consistency(old),
        (log) => ({ old, new: later, hashes: log.consistency(old) }),
      ),
    /** @type {Api["canonicalJson"]} */
    canonicalJson: (text) =>
      core.canonical_json(typeof text === "string" ? encoder.encode(text) : text),
  };
}

/** @param {Float64Array} numbers @returns {Tile[]} */
function tilesOf(numbers) {
  const tiles = [];
  for (let at = 0; at < numbers.length; at += 3) {
    const [level = 0, index = 0, width = 0] = numbers.subarray(at, at + 3);
    tiles.push({ level, index, width });
  }
  return tiles;
}

/** The line of a record file that holds a checkpoint. @param {string} note */
const checkpointLine = (note) => JSON.stringify({ note, type: "checkpoint" });
