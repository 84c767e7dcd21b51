// Logs stored in tiles: appending and proving without the records. The core decides which tiles are
// needed; the caller reads them.

import { toBytes, checkArgument, checkOptions, toJsonBytes } from "../util/validate.js";

/** @typedef {typeof import("../entry/core/loader.js").core} Core */
/** @typedef {typeof import("../index.d.ts")} Api */
/** @typedef {import("../index.d.ts").Tile} Tile */
/** @typedef {import("../index.d.ts").ReadTiles} ReadTiles */

/** @param {Core} core */
export function createTiles(core) {
  /**
   * Runs `work` on the log of `note`, after loading the tiles that `wanted` returns. `note` is
   * undefined for an empty log.
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
      const tiles = pairTileNumbers(wanted(log));
      checkArgument("read", "function", read);
      const found =
        tiles.length === 0 ? [] : checkArgument("tiles read", "list", await read(tiles));
      tiles.forEach(({ level, index }, at) => {
        const hashes = found[at];
        if (hashes !== undefined)
          log.load_tile(level, index, checkArgument("tile read", "bytes", hashes));
      });
      return work(log);
    } finally {
      log.free();
    }
  }

  return {
    /** @type {Api["appendToLog"]} */
    async appendToLog(options) {
      const { key, name, note, ids, read } = checkOptions(
        "appendToLog",
        options,
        ["key", "name", "note", "ids", "read"],
        { note: "text" },
      );
      checkArgument("key", "text", key);
      checkArgument("name", "text", name);
      checkArgument("ids", "texts", ids);
      return withTiles(
        note,
        read,
        (log) => log.edge_tiles(),
        (log) => {
          const [head = "", line = ""] = log.append(ids, key, name);
          const tiles = pairTileNumbers(log.changed_tiles()).map((tile) => ({
            ...tile,
            hashes: log.tile(tile.level, tile.index),
          }));
          return { note: head, line, size: log.size(), tiles };
        },
      );
    },
    /** @type {Api["includeRecord"]} */
    async includeRecord(options) {
      const { record, index, note, read } = checkOptions("includeRecord", options, [
        "record",
        "index",
        "note",
        "read",
      ]);
      const line = toJsonBytes("record", record);
      checkArgument("index", "index", index);
      return withTiles(
        checkArgument("note", "text", note),
        read,
        (log) => log.tiles_for_inclusion(index),
        (log) => JSON.parse(log.prove_inclusion(line, index)),
      );
    },
    /** @type {Api["proveGrowth"]} */
    async proveGrowth(options) {
      const {
        old,
        new: later,
        read,
      } = checkOptions("proveGrowth", options, ["old", "new", "read"]);
      checkArgument("old", "text", old);
      return withTiles(
        checkArgument("new", "text", later),
        read,
        (log) => log.tiles_for_consistency(old),
        (log) => ({ old, new: later, hashes: log.prove_consistency(old) }),
      );
    },
    /** @type {Api["canonicalJson"]} */
    canonicalJson: (text) => core.canonical_json(toBytes(text, "text")),
  };
}

/** @param {Float64Array} numbers @returns {Tile[]} */
function pairTileNumbers(numbers) {
  const tiles = [];
  for (let at = 0; at < numbers.length; at += 3) {
    const [level = 0, index = 0, width = 0] = numbers.subarray(at, at + 3);
    tiles.push({ level, index, width });
  }
  return tiles;
}
