// Responses of the API, and refusals: a status, a stable code and a one-line message.

/** A refused request. */
export class Refusal extends Error {
  /**
   * @param {number} status
   * @param {string} code
   * @param {string} message
   * @param {Record<string, string>} [headers]
   */
  constructor(status, code, message, headers = {}) {
    super(message);
    this.status = status;
    this.code = code;
    this.headers = headers;
  }
}

/** @param {string} thing */
export const unknownError = (thing) => new Refusal(404, `${thing}.unknown`, `${thing}: unknown`);

/**
 * Returns `value`, and refuses the request if it is undefined.
 *
 * @template T
 * @param {string} thing
 * @param {T | undefined} value
 */
export function requireKnown(thing, value) {
  if (value === undefined) throw unknownError(thing);
  return value;
}

/** Headers of every response. No response is a page, a script or a frame. */
const ALWAYS = {
  "x-content-type-options": "nosniff",
  "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
  "referrer-policy": "no-referrer",
  "cache-control": "no-store",
};
/** Headers of published data, which any page may fetch. */
const PUBLIC = { "access-control-allow-origin": "*", "cache-control": "public, max-age=5" };

/**
 * @param {BodyInit} body
 * @param {string} type
 * @param {Record<string, string>} [headers]
 */
export const publicResponse = (body, type, headers = {}) =>
  new Response(body, { headers: { ...ALWAYS, ...PUBLIC, "content-type": type, ...headers } });

/**
 * Answers a preflight request: any page may read what is published, without a token.
 */
export const preflight = () =>
  new Response(null, {
    status: 204,
    headers: {
      ...ALWAYS,
      "access-control-allow-origin": "*",
      "access-control-allow-methods": "GET, HEAD",
      "access-control-allow-headers": "if-none-match",
      "access-control-max-age": "86400",
    },
  });

/** @param {unknown} value */
export const publicJsonResponse = (value) =>
  publicResponse(JSON.stringify(value), "application/json");

/**
 * @param {number} status
 * @param {unknown} value
 * @param {Record<string, string>} [headers]
 */
export const jsonResponse = (status, value, headers = {}) =>
  new Response(JSON.stringify(value), {
    status,
    headers: { ...ALWAYS, "content-type": "application/json", ...headers },
  });

/** @param {Refusal} refusal */
export const refusalResponse = ({ status, code, message, headers }) =>
  jsonResponse(status, { code, message }, { "access-control-allow-origin": "*", ...headers });
