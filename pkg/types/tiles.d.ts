// Logs stored in tiles.

import type { Consistency } from "./logs.js";
import type { SignalRecord } from "./records.js";

/** A tile of a log, by C2SP's tlog-tiles: `width` hashes of a level, 256 if full. */
export interface Tile {
  /** 0 for leaves; each hash of a level covers 256 of the level below. */
  level: number;
  /** The position among the tiles of its level. */
  index: number;
  /** The number of hashes. */
  width: number;
}

/**
 * A function that loads tiles, in the given order. A tile is the concatenation of its 32-byte
 * hashes. A tile that has grown since may have more of them.
 */
export type ReadTiles = (
  tiles: Tile[],
) => (Uint8Array | undefined)[] | Promise<(Uint8Array | undefined)[]>;

/** A log after appending. */
export interface Appended {
  /** The signed note of its new checkpoint. */
  note: string;
  /** The checkpoint as a line of a record file. */
  line: string;
  size: number;
  /** The tiles that have changed, complete. */
  tiles: (Tile & { hashes: Uint8Array })[];
}

/**
 * Appends records, by their ids, to a log stored in tiles, and signs its new checkpoint. `note` is
 * the current checkpoint, undefined for an empty log; tiles that do not match it are refused. The
 * caller ensures that the records name the key as their evaluator, that no one else appends to the
 * same checkpoint, and that the tiles are stored atomically with the new one.
 */
export function appendToLog(options: {
  key: string;
  name: string;
  note?: string | undefined;
  ids: string[];
  read: ReadTiles;
}): Promise<Appended>;

/** Returns a record with a proof, from tiles, that it is at `index` of a checkpoint's log. */
export function includeRecord(options: {
  record: SignalRecord | string;
  index: number;
  note: string;
  read: ReadTiles;
}): Promise<SignalRecord>;

/** Returns the proof, from tiles, that one checkpoint extends another. */
export function proveGrowth(options: {
  old: string;
  new: string;
  read: ReadTiles;
}): Promise<Consistency>;

/**
 * Returns the canonical form (RFC 8785) of strict JSON. Duplicate names, numbers that another
 * parser would round, and similar problems are refused with `json.invalid`.
 */
export function canonicalJson(text: string | Uint8Array): string;
