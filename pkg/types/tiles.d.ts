// Logs that are kept in tiles.

import type { Consistency } from "./logs.js";
import type { SignalRecord } from "./records.js";

/** A tile of a log, by the C2SP's tlog-tiles: `width` hashes of a level, 256 to a full one. */
export interface Tile {
  /** 0 for leaves; a hash of each level stands for 256 of the one below. */
  level: number;
  /** Its place among the tiles of its level. */
  index: number;
  /** How many hashes it has in the log. */
  width: number;
}

/**
 * Fetches the hashes of tiles, 32 bytes each and one behind the other, in the order asked for. A tile
 * that has grown since may have more of them.
 */
export type ReadTiles = (
  tiles: Tile[],
) => (Uint8Array | undefined)[] | Promise<(Uint8Array | undefined)[]>;

/** A log after something was appended. */
export interface Appended {
  /** The signed note of its new checkpoint. */
  note: string;
  /** The same as a line of a record file. */
  line: string;
  size: number;
  /** The tiles that have changed, whole. */
  tiles: (Tile & { hashes: Uint8Array })[];
}

/**
 * Appends records, by their ids, to a log that is kept in tiles, and signs its new checkpoint. `note`
 * is the checkpoint so far, none for an empty log; tiles that are not its own are refused. The caller
 * sees to it that the records name the key as their evaluator, that nobody else appends behind the
 * same checkpoint, and that the tiles are kept together with the new one.
 */
export function appendToLog(options: {
  key: string;
  name: string;
  note?: string | undefined;
  ids: string[];
  read: ReadTiles;
}): Promise<Appended>;

/** A record with the proof that it is at `index` of the log of a checkpoint, out of its tiles. */
export function includeRecord(options: {
  record: SignalRecord | string;
  index: number;
  note: string;
  read: ReadTiles;
}): Promise<SignalRecord>;

/** The proof that the log of one checkpoint has grown into that of another, out of its tiles. */
export function proveGrowth(options: {
  old: string;
  new: string;
  read: ReadTiles;
}): Promise<Consistency>;

/**
 * The canonical form (RFC 8785) of strict JSON. A name that stands twice, a number that another
 * reader would round and the like are refused with `json.invalid`.
 */
export function canonicalJson(text: string | Uint8Array): string;
