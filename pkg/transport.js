// How requests are sent: by the host's own `fetch`, unless its entry knows a better way.

/**
 * What `fetch` is called with. `publicOnly` is for those that can judge what a name resolves to.
 *
 * @typedef {RequestInit & { headers: [string, string][], signal: AbortSignal, publicOnly: boolean }} Init
 */

/** The part of a `Response` that is read. @typedef {Pick<Response, "type" | "status"> & {
 *   headers: Iterable<[string, string]>,
 *   body: { getReader(): Reader } | null,
 * }} Answer */

/**
 * One that the transport stops by its signal needs no `cancel`.
 *
 * @typedef {{
 *   read(): Promise<{ done?: boolean | undefined, value?: Uint8Array | undefined }>,
 *   cancel?: () => Promise<unknown>,
 * }} Reader
 */

/** @typedef {(url: string, init: Init) => Promise<Answer>} Transport */

/** @type {Transport} */
let own = (url, init) => fetch(url, init);

/** @type {Transport} */
export const hostFetch = (url, init) => own(url, init);

/** @param {Transport} transport */
export function useTransport(transport) {
  own = transport;
}
