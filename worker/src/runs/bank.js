// Reads the private bank from secrets.

import { checkBank } from "proofmark";

import { ConfigurationError } from "../settings.js";

/** @typedef {{ text: string, root: string }} Bank */

/** @type {WeakMap<object, Bank | null>} */
const bankByEnv = new WeakMap();

/**
 * Returns the private bank, or null. A secret holds 5 KB, so a bank may be split: `PRIVATE_BANK`,
 * or `PRIVATE_BANK_1`, `PRIVATE_BANK_2` and so on.
 *
 * @param {object} env
 * @returns {Bank | null}
 */
export function configuredBank(env) {
  const before = bankByEnv.get(env);
  if (before !== undefined) return before;
  const secrets = /** @type {Record<string, string | undefined>} */ (env);
  let text = secrets.PRIVATE_BANK ?? "";
  for (let part = 1; secrets[`PRIVATE_BANK_${part}`]; part++)
    text += secrets[`PRIVATE_BANK_${part}`];
  const bank = text === "" ? null : { text, root: bankRoot(text) };
  bankByEnv.set(env, bank);
  return bank;
}

/** @param {string} text */
function bankRoot(text) {
  try {
    return checkBank(text).root;
  } catch (error) {
    throw new ConfigurationError(`PRIVATE_BANK: ${/** @type {Error} */ (error).message}`);
  }
}
