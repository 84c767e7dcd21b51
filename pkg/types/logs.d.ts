// Logs of records, checkpoints and proofs.

import type { SignalRecord } from "./records.js";
import type { Chunks } from "./words.js";

/** The log of a record file while it is written. */
export interface Log {
  /** Appends the record of a line. Returns the line of a checkpoint if one is due. */
  append(line: string): string | null;
  /** Continues a log: call it with each line of its file, in order. */
  replay(line: string): void;
  /** Returns the line of a checkpoint, if there is a record without one. */
  checkpoint(): string | null;
}

/**
 * Creates a log of a key. `name` distinguishes the logs of one key; a new log needs a new name.
 * `every` is the number of records per checkpoint.
 */
export function createLog(options: {
  key: string;
  name?: string | undefined;
  every?: number | undefined;
}): Log;

/** The contents of a checkpoint, a signed note. */
export interface Checkpoint {
  origin: string;
  /** The `did:key` of the log's owner, who signed. */
  signer: string;
  size: number;
  root: string;
  signatures: number;
}

/** Parses and verifies the signed note of a checkpoint. */
export function readCheckpoint(note: string): Checkpoint;

/** The hashes that prove that one checkpoint extends another. Both are signed notes. */
export interface Consistency {
  old: string;
  new: string;
  hashes: string[];
}

/** Throws if two checkpoints do not belong to one growing log. */
export function checkConsistency(proof: Consistency): void;

/**
 * Returns the record on line `line` of a record file, with a proof of inclusion under the next
 * checkpoint in the file.
 */
export function proveInclusion(file: Chunks, line: number): Promise<SignalRecord>;

/** Returns the proof that the log of a record file extends the checkpoint `old`. */
export function proveConsistency(file: Chunks, old: string): Promise<Consistency>;
