// Tokens. Those of subjects are stored as digests; the digest of the admin's is a deployment
// secret.

import { Refusal } from "./answers.js";
import { ConfigurationError } from "../settings.js";

/** @typedef {import("../settings.js").Env} Env */

/**
 * The bearer of a token: the admin (no subject), or a subject.
 *
 * @typedef {{ id: string, subject: string | null }} Caller
 */

const FORM = /^Bearer pm_([0-9a-f]{16})_([0-9a-f]{64})$/;
const ADMIN = "0".repeat(16);

const encoder = new TextEncoder();

/** @param {number} bytes */
function random(bytes) {
  return toHex(crypto.getRandomValues(new Uint8Array(bytes)));
}

/** @param {Uint8Array} bytes */
const toHex = (bytes) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");

/** @param {string} text */
export async function sha256(text) {
  return toHex(new Uint8Array(await crypto.subtle.digest("SHA-256", encoder.encode(text))));
}

/** Compares two hex digests in constant time. @param {string} a @param {string} b */
function equalDigests(a, b) {
  const [left, right] = [encoder.encode(a), encoder.encode(b)];
  const { timingSafeEqual } = /** @type {any} */ (crypto.subtle);
  return left.length === right.length && timingSafeEqual.call(crypto.subtle, left, right);
}

/**
 * Creates a token and its stored digest. A token has 256 random bits, so its digest needs no salt.
 */
export async function freshToken() {
  const [id, secret] = [random(8), random(32)];
  return { id, token: `pm_${id}_${secret}`, digest: await sha256(secret) };
}

/**
 * Authenticates the request's token.
 *
 * @param {Request} request
 * @param {Env} env
 * @returns {Promise<Caller>}
 */
export async function authenticateCaller(request, env) {
  const refuse = (/** @type {string} */ problem) =>
    new Refusal(401, "token.refused", `token: ${problem}`, {
      "www-authenticate": 'Bearer realm="proofmark"',
    });
  const header = request.headers.get("authorization");
  if (header === null) throw refuse("missing; send it as authorization: Bearer TOKEN");
  const [, id, secret] = FORM.exec(header) ?? [];
  if (id === undefined || secret === undefined) throw refuse("malformed");
  const digest = await sha256(secret);
  if (id === ADMIN) {
    const admin = env.ADMIN_TOKEN_SHA256 ?? "";
    if (!/^[0-9a-f]{64}$/.test(admin))
      throw new ConfigurationError(
        "ADMIN_TOKEN_SHA256: expected 64 hex digits, found another text",
      );
    if (equalDigests(digest, admin)) return { id, subject: null };
    throw refuse("unknown");
  }
  const row = await env.DB.prepare("SELECT digest, subject FROM tokens WHERE token_id = ?1")
    .bind(id)
    .first();
  // Compare a dummy digest for unknown tokens, so that they take the same time.
  if (!equalDigests(digest, row?.digest ?? "f".repeat(64)) || row === null) throw refuse("unknown");
  return { id, subject: row.subject };
}

/**
 * Refuses callers other than the admin and `subject`.
 *
 * @param {Caller} caller
 * @param {string} subject
 */
export function mayActFor({ subject: own }, subject) {
  if (own === null || own === subject) return;
  throw new Refusal(403, "token.subject", "token: belongs to another subject");
}

/** Refuses callers other than the admin. @param {Caller} caller */
export function mustBeAdmin({ subject }) {
  if (subject !== null) throw new Refusal(403, "token.admin", "token: only the admin may do this");
}
