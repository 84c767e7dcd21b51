// No request is carried out twice: each names itself and the time at which it was made.

import { Refusal } from "./answers.js";
import { sha256 } from "./auth.js";

/** @typedef {import("./settings.js").Env} Env */

/** How far from our clock the time of a request may be, in milliseconds. */
export const WINDOW = 300_000;

/**
 * The statement that remembers the request; it fails, and all that goes with it, if it was there
 * before. Refuses one that was made too long ago, or in a time to come.
 *
 * @param {Env} env
 * @param {{ "idempotency-key": string, "proofmark-time": number }} headers
 * @param {string} token
 * @param {number} now
 */
export async function once(env, headers, token, now) {
  if (Math.abs(now - headers["proofmark-time"]) > WINDOW) {
    const message = `proofmark-time: expected within ${WINDOW / 1000} s of now, found another time`;
    throw new Refusal(409, "request.stale", message);
  }
  const request = await sha256(`${token} ${headers["idempotency-key"]}`);
  return env.DB.prepare("INSERT INTO requests (request, at) VALUES (?1, ?2)").bind(request, now);
}

/**
 * Carries `statements` out together with that one.
 *
 * @param {Env} env
 * @param {any[]} statements
 */
export async function carryOut(env, statements) {
  try {
    return await env.DB.batch(statements);
  } catch (error) {
    if (/UNIQUE constraint failed: requests/.test(String(error))) {
      const message = "idempotency-key: expected a fresh one, found one that was used";
      throw new Refusal(409, "request.replayed", message);
    }
    throw error;
  }
}
