// The signing keys, and the trust file with every key ever used.

import { keyDid, verify } from "proofmark";

import { DAY } from "../runs/terms.js";
import { ConfigurationError } from "../settings.js";

/** @typedef {import("../settings.js").Env} Env */
/** @typedef {{ did: string, key: string }} Key */

/** @type {WeakMap<object, Key[]>} */
const keysByEnv = new WeakMap();
/** @type {WeakSet<object>} */
const envsWithListedKeys = new WeakSet();

/**
 * Returns the configured keys: the current one, and the previous one, which only ends its own runs.
 *
 * @param {Env} env
 * @returns {Key[]}
 */
export function configuredKeys(env) {
  const before = keysByEnv.get(env);
  if (before !== undefined) return before;
  if (!env.SIGNING_KEY)
    throw new ConfigurationError("SIGNING_KEY: expected a key file, found none");
  const keys = /** @type {const} */ (["SIGNING_KEY", "SIGNING_KEY_PREVIOUS"]).flatMap((name) => {
    const key = env[name];
    return key ? [{ did: deriveDid(name, key), key }] : [];
  });
  keysByEnv.set(env, keys);
  return keys;
}

/** @param {string} name @param {string} key */
function deriveDid(name, key) {
  try {
    return keyDid(key);
  } catch (error) {
    throw new ConfigurationError(`${name}: ${/** @type {Error} */ (error).message}`);
  }
}

/** Returns the key that signs new runs. @param {Env} env */
export const currentKey = (env) => /** @type {Key} */ (configuredKeys(env)[0]);

/** Returns the configured key of `did`, if any. @param {Env} env @param {string} did */
export const findKey = (env, did) => configuredKeys(env).find((key) => key.did === did);

/**
 * Lists the configured keys in the trust file before they sign, and ends keys that are gone. A key
 * is valid from the start of the day before it is first seen, so that setting the clock back cannot
 * produce records from before its validity.
 *
 * @param {Env} env
 * @param {string} name
 * @param {number} now
 */
export async function listKeys(env, name, now) {
  const keys = configuredKeys(env).map(({ did }) => did);
  const dids = JSON.stringify(keys);
  const from = now - (now % DAY) - DAY;
  await checkTrust(keys.map((did) => ({ did, name, from: toIsoTime(from) })));
  await env.DB.batch([
    env.DB.prepare(
      `INSERT INTO keys (did, name, valid_from) SELECT value, ?2, ?3 FROM json_each(?1) WHERE true
       ON CONFLICT (did) DO UPDATE SET valid_until = NULL, name = excluded.name`,
    ).bind(dids, name, from),
    env.DB.prepare(
      `UPDATE keys SET valid_until = MAX(?2, valid_from + 1)
       WHERE valid_until IS NULL AND did NOT IN (SELECT value FROM json_each(?1))`,
    ).bind(dids, now),
  ]);
  envsWithListedKeys.add(env);
}

/**
 * Throws if the name is invalid, since verifiers would reject the trust file.
 *
 * @param {object[]} keys
 */
async function checkTrust(keys) {
  try {
    await verify("", { trust: JSON.stringify({ keys }) });
  } catch (error) {
    throw new ConfigurationError(`EVALUATOR_NAME: ${/** @type {Error} */ (error).message}`);
  }
}

/** @param {number} ms */
const toIsoTime = (ms) => new Date(ms).toISOString();

/**
 * Calls {@link listKeys} once in the lifetime of a worker, before it signs.
 *
 * @param {Env} env
 * @param {string} name
 * @param {number} now
 */
export async function listKeysOnce(env, name, now) {
  if (!envsWithListedKeys.has(env)) await listKeys(env, name, now);
}

/** Returns the trust file. @param {Env} env */
export async function trustFile(env) {
  const { results } = await env.DB.prepare(
    "SELECT did, name, valid_from, valid_until FROM keys ORDER BY valid_from, did",
  ).all();
  return {
    keys: results.map((/** @type {any} */ { did, name, valid_from, valid_until }) => ({
      did,
      name,
      from: toIsoTime(valid_from),
      ...(valid_until === null ? {} : { until: toIsoTime(valid_until) }),
    })),
  };
}
