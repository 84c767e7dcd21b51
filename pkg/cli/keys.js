// Where a command gets a secret key from: a file, or the environment. Never from its words.

import { Refusal } from "./exit.js";
import { readText } from "./files.js";
import { at } from "./refused.js";
import { shown } from "./render/text.js";

/** @typedef {typeof import("../index.d.ts")} Api */

/**
 * The text of the key file at `source`, or in the variable `NAME` for `env:NAME`, if it holds a key.
 *
 * @param {Api} api
 * @param {string} source
 * @param {NodeJS.ProcessEnv} env
 */
export async function readKey(api, source, env) {
  const key = await keyText(source, env);
  at(source, () => api.keyDid(key));
  return key;
}

/** The same, whatever it holds. @param {string} source @param {NodeJS.ProcessEnv} env */
export async function keyText(source, env) {
  if (!source.startsWith("env:")) return readText(source);
  const name = source.slice("env:".length);
  const key = env[name];
  if (key !== undefined) return key;
  throw new Refusal(
    "cli.environment",
    `--key: expected a variable ${shown(name)} that holds a key, found none`,
  );
}
