// Logs of records, their checkpoints, and what proves them.

import type { SignalRecord } from "./records.js";
import type { Chunks } from "./words.js";

/** The log of a record file while it is written. */
export interface Log {
  /** Appends the record of a line; answers with the line of a checkpoint when one is due. */
  append(line: string): string | null;
  /** Goes on with a log: takes each line of the file that it is in, in order. */
  replay(line: string): void;
  /** The line of a checkpoint, if there is a record that none covers. */
  checkpoint(): string | null;
}

/**
 * A log of a key, to be written. `name` tells the logs of one key apart; a fresh log needs a fresh
 * one. `every` is how many records there are to a checkpoint.
 */
export function createLog(options: {
  key: string;
  name?: string | undefined;
  every?: number | undefined;
}): Log;

/** What a checkpoint states: a signed note that holds, or it is refused. */
export interface Checkpoint {
  origin: string;
  /** The `did:key` of the log's owner, who signed. */
  signer: string;
  size: number;
  root: string;
  signatures: number;
}

/** Reads the signed note of a checkpoint. */
export function readCheckpoint(note: string): Checkpoint;

/** The hashes that show that one checkpoint has grown out of another. Both are signed notes. */
export interface Consistency {
  old: string;
  new: string;
  hashes: string[];
}

/** Refuses two checkpoints that do not belong to one growing log. */
export function checkConsistency(proof: Consistency): void;

/**
 * The record on line `line` of a record file, with the proof that it is in the log of the next
 * checkpoint behind it.
 */
export function proveInclusion(file: Chunks, line: number): Promise<SignalRecord>;

/** The proof that the log of a record file has grown out of the checkpoint `old`. */
export function proveConsistency(file: Chunks, old: string): Promise<Consistency>;
