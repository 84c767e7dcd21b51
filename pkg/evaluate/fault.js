// Maps errors of a host to the fault names of the core (`exchange::Fault`).

/** Error codes of Node and its HTTP client. */
const FAULTS = new Map([
  ["ECONNREFUSED", "refused"],
  ["ECONNRESET", "reset"],
  ["EPIPE", "reset"],
  ["UND_ERR_SOCKET", "reset"],
  ["UND_ERR_RES_CONTENT_LENGTH_MISMATCH", "reset"],
  ["ENOTFOUND", "dns"],
  ["ETIMEDOUT", "connect-timeout"],
  ["UND_ERR_CONNECT_TIMEOUT", "connect-timeout"],
  ["UND_ERR_HEADERS_TIMEOUT", "timeout"],
  ["UND_ERR_BODY_TIMEOUT", "timeout"],
  ["UND_ERR_HEADERS_OVERFLOW", "not-http"],
  ["DEPTH_ZERO_SELF_SIGNED_CERT", "tls"],
  ["SELF_SIGNED_CERT_IN_CHAIN", "tls"],
  ["UNABLE_TO_VERIFY_LEAF_SIGNATURE", "tls"],
  ["UNABLE_TO_GET_ISSUER_CERT_LOCALLY", "tls"],
  ["EPROTO", "tls"],
  ["ERR_ADDRESS_NOT_PUBLIC", "address"],
  ["ERR_CONTENT_CODING", "encoding"],
  ["Z_DATA_ERROR", "encoding"],
  ["Z_BUF_ERROR", "encoding"],
]);

/** Prefixes of error codes. */
const FAMILIES = /** @type {const} */ ([
  ["HPE_", "not-http"],
  ["CERT_", "tls"],
  ["ERR_TLS_", "tls"],
  ["ERR_SSL_", "tls"],
  ["ERR_BROTLI", "encoding"],
  // Brotli decoder errors, whose names start with an underscore.
  ["ERR__ERROR_", "encoding"],
  ["EAI_", "dns"],
]);

/**
 * Returns the fault of `error`. Browsers do not reveal why a request failed, so there it is always
 * `unreachable`.
 *
 * @param {unknown} error
 * @returns {string}
 */
export function toFault(error) {
  return findKnownFault(error) ?? "unreachable";
}

/**
 * Returns the fault of `error` by its code or that of its causes; undefined if unknown.
 *
 * @param {unknown} error
 * @returns {string | undefined}
 */
export function findKnownFault(error, depth = 5) {
  const at = /** @type {any} */ (error);
  if (!at || depth === 0) return undefined;
  // A failed connection to several addresses has one error each. `connect-timeout` may only mean
  // that the next address was tried.
  const each = Array.isArray(at.errors) ? at.errors.slice(0, 8) : [];
  const faults = each.map((/** @type {unknown} */ one) => findKnownFault(one, depth - 1));
  const told = faults.find(
    (/** @type {string | undefined} */ fault) => fault !== undefined && fault !== "connect-timeout",
  );
  const code = typeof at.code === "string" ? at.code : "";
  const family = FAMILIES.find(([start]) => code.startsWith(start));
  return (
    told ?? FAULTS.get(code) ?? family?.[1] ?? findKnownFault(at.cause, depth - 1) ?? faults[0]
  );
}
