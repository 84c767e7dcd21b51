// The transport: the host's `fetch`, unless its entry point provides another one.

/**
 * The options of a request. `publicOnly` is for transports that can check resolved addresses.
 *
 * @typedef {RequestInit & { headers: [string, string][], signal: AbortSignal, publicOnly: boolean }} Init
 */

/** The part of a `Response` that is read. @typedef {Pick<Response, "type" | "status"> & {
 *   headers: Iterable<[string, string]>,
 *   body: { getReader(): Reader } | null,
 * }} Answer */

/**
 * The reader of a body. `cancel` is optional if aborting the request stops it.
 *
 * @typedef {{
 *   read(): Promise<{ done?: boolean | undefined, value?: Uint8Array | undefined }>,
 *   cancel?: () => Promise<unknown>,
 * }} Reader
 */

/** @typedef {(url: string, init: Init) => Promise<Answer>} Transport */

/** @type {Transport} */
let current = (url, init) => fetch(url, init);

/** @type {Transport} */
export const hostFetch = (url, init) => current(url, init);

/** @param {Transport} transport */
export function useTransport(transport) {
  current = transport;
}
