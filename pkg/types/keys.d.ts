// Keys and signatures.

import type { SignalRecord } from "./records.js";

/** Generates a key: `key` is the text of its key file, and a secret. */
export function generateKey(): { did: string; key: string };

/** Returns the `did:key` of a key file. */
export function keyDid(key: string): string;

/** Returns a record signed with the key, with the key as its evaluator. `created` is a UTC time. */
export function sign(
  record: SignalRecord | string,
  options: { key: string; created?: string | undefined },
): SignalRecord;

/** The result of verifying a record's proofs. It does not say whether the signer is trusted. */
export interface Evidence {
  /** The record's id. */
  id: string;
  /** The `did:key` that signed the record itself. */
  signed: string | null;
  /** The log that contains the record, and the signer of its checkpoint. */
  logged: { origin: string; signer: string; index: number; size: number } | null;
}

/** Verifies the proofs of a record; throws the code of the first failure. */
export function checkRecord(record: SignalRecord | string): Evidence;
