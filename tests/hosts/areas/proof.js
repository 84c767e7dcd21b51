/**
 * The parts of a proof, as far as the API has a call for them: the others are about parts of a call
 * (a leaf, a salt), and run natively alone.
 *
 * @type {import("../suite.js").Area}
 */
export const proof = {
  caseKeys: ["call", "arguments"],
  actual: (api, { call, arguments: given, expect }) =>
    Object.hasOwn(CALLS, call) ? CALLS[call]?.(api, given) : expect,
};

/** The key files of the seeds that cases sign with, by seed. */
const KEYS = new Map();

/** @type {Record<string, (api: any, given: any[]) => unknown>} */
const CALLS = {
  recordId: (api, [line]) => api.recordId(line),
  check: (api, [line]) => api.checkRecord(line),
  readKey: (api, [file]) => api.keyDid(file),
  openCheckpoint: (api, [note]) => api.readCheckpoint(note),
  checkConsistency(api, [old, later, hashes]) {
    api.checkConsistency({ old, new: later, hashes });
    return true;
  },
};
