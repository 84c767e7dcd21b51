// What a host's error means, by the names that the core knows (`exchange::Fault`).

/** The codes that Node and its HTTP client give to their errors. */
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

/** The beginnings of the codes that stand for a whole family. */
const FAMILIES = /** @type {const} */ ([
  ["HPE_", "not-http"],
  ["CERT_", "tls"],
  ["ERR_TLS_", "tls"],
  ["ERR_SSL_", "tls"],
  ["ERR_BROTLI", "encoding"],
  // What the decoder of Brotli says, whose names begin with an underscore.
  ["ERR__ERROR_", "encoding"],
  ["EAI_", "dns"],
]);

/**
 * The fault that `error` stands for. A browser does not say why a request failed, so there all of
 * them are one.
 *
 * @param {unknown} error
 * @returns {string}
 */
export function faultOf(error) {
  return knownFault(error) ?? "unreachable";
}

/**
 * The same, where the error says what it stands for: by its own code, or by those of its causes.
 *
 * @param {unknown} error
 * @returns {string | undefined}
 */
export function knownFault(error, depth = 5) {
  const at = /** @type {any} */ (error);
  if (!at || depth === 0) return undefined;
  // A failed connection to several addresses has an error for each. Of an address that was given up
  // for the next one, no more is known than that.
  const each = Array.isArray(at.errors) ? at.errors.slice(0, 8) : [];
  const faults = each.map((/** @type {unknown} */ one) => knownFault(one, depth - 1));
  const told = faults.find(
    (/** @type {string | undefined} */ fault) => fault !== undefined && fault !== "connect-timeout",
  );
  const code = typeof at.code === "string" ? at.code : "";
  const family = FAMILIES.find(([start]) => code.startsWith(start));
  return told ?? FAULTS.get(code) ?? family?.[1] ?? knownFault(at.cause, depth - 1) ?? faults[0];
}
