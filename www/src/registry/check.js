// Verifies the newest runs of agents in this browser, with the registry's trust file.

import { fetchFile } from "../parts/fetch-file.js";
import { checkFile } from "../verify/check.js";
import { agentDataPath } from "./agents.js";

/** @typedef {import("../verify/check.js").Check} Check */

/** @type {Promise<string> | undefined} */
let trust;

/** Checks by agent and time of its newest record. @type {Map<string, Promise<Check>>} */
const checksByRun = new Map();

/**
 * Verifies an agent's newest run. Later calls return the same check.
 *
 * @param {string} id
 * @param {string} at The time of its newest record.
 */
export function checkAgent(id, at) {
  const key = `${id} ${at}`;
  const known = checksByRun.get(key);
  if (known !== undefined) return known;
  const result = verifyRun(id);
  checksByRun.set(key, result);
  result.catch(() => checksByRun.delete(key));
  return result;
}

/** @param {string} id @returns {Promise<Check>} */
async function verifyRun(id) {
  trust ??= readTrust();
  trust.catch(() => (trust = undefined));
  const { signal } = new AbortController();
  const { file } = await fetchFile(agentDataPath(id, "records.ndjson?runs=1"), signal);
  return checkFile(file, { trust: await trust, subject: id });
}

async function readTrust() {
  const { file } = await fetchFile("/trust.json", new AbortController().signal);
  return file.text();
}
