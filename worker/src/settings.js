// Reads and validates the operator's settings, once.

import { agent } from "proofmark";

/**
 * The bindings of the worker.
 *
 * @typedef {object} Env
 * @property {any} DB The D1 database.
 * @property {any} RUNS The queue of runs.
 * @property {{ fetch(request: Request): Promise<Response> }} [ASSETS] The dashboard's files.
 * @property {{ limit(options: { key: string }): Promise<{ success: boolean }> }} [FILE_LIMITER]
 *   Limits how often a visitor may ask for whole files.
 * @property {string} [SIGNING_KEY] Secret: the text of a key file.
 * @property {string} [SIGNING_KEY_PREVIOUS] Secret: the previous key, until its runs have ended.
 * @property {string} [ADMIN_TOKEN_SHA256] Secret: the hex SHA-256 of the admin's token.
 */

/** @typedef {ReturnType<typeof readSettings>} Settings */

/** The names of the worker's own secrets. */
const OWN = /^(?:SIGNING_KEY|ADMIN_TOKEN|PRIVATE_BANK)/;

export class ConfigurationError extends Error {}

/** @type {WeakMap<object, Settings>} */
const settingsByEnv = new WeakMap();

/** @param {Env} env @returns {Settings} */
export function loadSettings(env) {
  const before = settingsByEnv.get(env);
  if (before !== undefined) return before;
  const settings = readSettings(/** @type {any} */ (env));
  settingsByEnv.set(env, settings);
  return settings;
}

/** Example values to validate limits with. */
const ANY = /** @type {const} */ ({ endpoint: "https://agent.example/", protocol: "json" });

/** Quotes a value, so that empty text is visible. @param {string | undefined} text */
const quoteValue = (text) => JSON.stringify(text);

/** @param {Record<string, string | undefined>} env */
function readSettings(env) {
  /** @param {string} name @param {number} standard @param {number} [least] @param {number} [most] */
  const integer = (name, standard, least = 1, most = Infinity) => {
    const text = env[name];
    const value = text === undefined ? standard : /^\d+$/.test(text) ? Number(text) : NaN;
    if (Number.isSafeInteger(value) && value >= least && value <= most) return value;
    const range = most === Infinity ? `from ${least}` : `from ${least} to ${most}`;
    throw new ConfigurationError(
      `${name}: expected a whole number ${range}, found ${quoteValue(text)}`,
    );
  };
  /** @template {string} T @param {string} name @param {T[]} values @param {string} [value] @returns {T} */
  const oneOf = (name, values, value = env[name] ?? values[0]) => {
    const found = values.find((known) => known === value);
    if (found !== undefined) return found;
    throw new ConfigurationError(
      `${name}: expected one of ${values.join(", ")}, found ${quoteValue(value)}`,
    );
  };
  /**
   * Parses a comma-separated list of distinct `values`.
   *
   * @template {string} T
   * @param {string} name
   * @param {T[]} values
   * @returns {T[]}
   */
  const listOf = (name, values) => {
    const texts = (env[name] ?? values.join()).split(",");
    return [...new Set(texts.map((text) => oneOf(name, values, text.trim())))];
  };
  /** Parses the names of secrets for agents, which must not be names of the worker's own secrets. */
  const secretNames = () => {
    const names = (env.AGENT_SECRETS ?? "").split(",").flatMap((name) => name.trim() || []);
    const wrong = names.find((name) => !/^[A-Za-z0-9_]+$/.test(name) || OWN.test(name));
    if (wrong === undefined) return names;
    throw new ConfigurationError(
      `AGENT_SECRETS: expected names of secrets for agents, found ${quoteValue(wrong)}`,
    );
  };
  const settings = {
    evaluatorName: env.EVALUATOR_NAME ?? "proofmark",
    families: listOf("FAMILIES", /** @type {("math" | "science")[]} */ (["math", "science"])),
    questions: integer("QUESTIONS", 1),
    every: integer("EVERY_MS", 86_400_000),
    budget: integer("BUDGET_MS", 25_000),
    retries: integer("RETRIES", 2, 0),
    // A record is one database value, and up to six times as long as its reply.
    maxBody: integer("MAX_BODY", 65_536, 1, 131_072),
    policy: oneOf("POLICY", /** @type {("literal" | "committed")[]} */ (["literal", "committed"])),
    sign: oneOf("SIGN", /** @type {("records" | "checkpoint")[]} */ (["records", "checkpoint"])),
    /** Concurrent runs per consumer. */
    concurrency: integer("CONCURRENCY", 6),
    /** Questions per second and origin, over all consumers; 0 means no limit. */
    ratePerOrigin: integer("RATE_PER_ORIGIN", 2, 0),
    attemptsPerDay: integer("ATTEMPTS_PER_DAY", 200),
    /** Consecutive failed questions, and the duration of the first rest. */
    breakerAfter: integer("BREAKER_AFTER", 5),
    breakerRest: integer("BREAKER_REST_MS", 3_600_000),
    checkpointRecords: integer("CHECKPOINT_RECORDS", 1_000),
    checkpointMs: integer("CHECKPOINT_MS", 300_000),
    /** Must exceed a consumer's lifetime. */
    lease: integer("LEASE_MS", 900_000),
    resend: integer("RESEND_MS", 1_800_000),
    /** The time for which a consumer retries storing a record. */
    storePatience: integer("STORE_PATIENCE_MS", 20_000),
    dueAtOnce: integer("DUE_AT_ONCE", 2_000),
    allowPrivate: oneOf("ALLOW_PRIVATE", ["false", "true"]) === "true",
    /** The names of the secrets that headers of subjects may name. */
    agentSecrets: secretNames(),
  };
  // The core would refuse every run with values outside its limits.
  const { budget, maxBody, families, questions, retries, attemptsPerDay } = settings;
  try {
    agent({ ...ANY, budget, maxBody, retries });
  } catch (error) {
    throw new ConfigurationError(`BUDGET_MS, RETRIES: ${/** @type {Error} */ (error).message}`);
  }
  // With fewer attempts no run could ever be asked.
  const most = families.length * questions * (1 + retries);
  if (attemptsPerDay < most)
    throw new ConfigurationError(
      `ATTEMPTS_PER_DAY: expected the ${most} of one run at least, found ${attemptsPerDay}`,
    );
  return settings;
}
