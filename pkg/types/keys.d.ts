// Keys, and what is signed with them.

import type { SignalRecord } from "./records.js";

/** A fresh key: `key` is the text of its key file, and a secret. */
export function generateKey(): { did: string; key: string };

/** The `did:key` of a key file. */
export function keyDid(key: string): string;

/** A record that names the key as its evaluator and is signed with it. `created` is a UTC time. */
export function sign(
  record: SignalRecord | string,
  options: { key: string; created?: string | undefined },
): SignalRecord;

/** What the proofs of a record show. Who is to be believed is another question. */
export interface Evidence {
  /** The record's id. */
  id: string;
  /** The `did:key` that signed the record itself. */
  signed: string | null;
  /** The log that the record is in, and who signed its checkpoint. */
  logged: { origin: string; signer: string; index: number; size: number } | null;
}

/** Holds a record to its own proofs; one that does not hold is refused with its code. */
export function checkRecord(record: SignalRecord | string): Evidence;
