// Reads secret keys from a file or the environment, never from arguments.

import { Refusal } from "../exit.js";
import { readText } from "./files.js";
import { addPlaceToErrors } from "./refused.js";
import { shown } from "../render/text.js";

/** @typedef {typeof import("../../index.d.ts")} Api */

/**
 * Reads a valid key from the file `source`, or from the variable `NAME` for `env:NAME`.
 *
 * @param {Api} api
 * @param {string} source
 * @param {NodeJS.ProcessEnv} env
 */
export async function readKey(api, source, env) {
  const key = await readKeyText(source, env);
  addPlaceToErrors(source, () => api.keyDid(key));
  return key;
}

/**
 * Reads the text of a key without validating it.
 *
 * @param {string} source
 * @param {NodeJS.ProcessEnv} env
 */
export async function readKeyText(source, env) {
  if (!source.startsWith("env:")) return readText(source);
  const name = source.slice("env:".length);
  const key = env[name];
  if (key !== undefined) return key;
  throw new Refusal("cli.environment", `--key: the environment variable ${shown(name)} is not set`);
}
