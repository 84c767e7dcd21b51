// Prevents replays: each request has an idempotency key and a time.

import { Refusal } from "./answers.js";
import { sha256 } from "./auth.js";

/** @typedef {import("../settings.js").Env} Env */

/** The maximum difference between a request's time and our clock, in milliseconds. */
export const WINDOW = 300_000;

/**
 * Prepares the statement that stores the request. It fails, with its batch, if the request is
 * known. Refuses requests whose time is too far away.
 *
 * @param {Env} env
 * @param {{ "idempotency-key": string, "proofmark-time": number }} headers
 * @param {string} token
 * @param {number} now
 */
export async function storeRequestOnce(env, headers, token, now) {
  if (Math.abs(now - headers["proofmark-time"]) > WINDOW) {
    const message = `proofmark-time: more than ${WINDOW / 1000} s from the time of the server`;
    throw new Refusal(409, "request.stale", message);
  }
  const request = await sha256(`${token} ${headers["idempotency-key"]}`);
  return env.DB.prepare("INSERT INTO requests (request, at) VALUES (?1, ?2)").bind(request, now);
}

/**
 * Runs `statements`, which include the one of {@link storeRequestOnce}, as a batch.
 *
 * @param {Env} env
 * @param {any[]} statements
 */
export async function runBatch(env, statements) {
  try {
    return await env.DB.batch(statements);
  } catch (error) {
    if (/UNIQUE constraint failed: requests/.test(String(error))) {
      const message = "idempotency-key: already used";
      throw new Refusal(409, "request.replayed", message);
    }
    throw error;
  }
}
