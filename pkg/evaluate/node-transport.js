// The transport of Node, Deno and Bun, over Node's HTTP client. `fetch` does not allow checking the
// address, and accepts a truncated compressed body.

import { lookup as systemLookup } from "node:dns";
import * as http from "node:http";
import * as https from "node:https";
import { pipeline } from "node:stream";
import { createBrotliDecompress, createGunzip } from "node:zlib";

/**
 * The time for which an idle connection is kept, in milliseconds. Node's servers close it after 5
 * s.
 */
const IDLE = 4_000;

/**
 * The time for an address to connect before the next one is tried, in milliseconds. Node's default
 * of 250 ms is too short for distant hosts.
 */
const NEXT_ADDRESS = 2_500;

/**
 * True to keep connections alive. Deno silently resends a request that is aborted on a kept
 * connection.
 */
const KEEPS = !("Deno" in globalThis);

const DECODERS = new Map([
  ["gzip", createGunzip],
  ["x-gzip", createGunzip],
  ["br", createBrotliDecompress],
]);

/** @typedef {import("./transport.js").Transport} Transport */
/** @typedef {import("node:net").LookupFunction} Lookup */

/** @param {string} message @param {string} code */
const errorWithCode = (message, code) => Object.assign(new Error(message), { code });

/**
 * Wraps a lookup so that it fails if a name resolves to any address that `isPublic` rejects. It
 * runs during connection, so the addresses that it checks are those that are connected to.
 *
 * @param {Lookup} lookup
 * @param {(address: string) => boolean} isPublic
 * @returns {Lookup}
 */
function publicLookup(lookup, isPublic) {
  return (hostname, options, callback) =>
    lookup(hostname, { ...options, all: true }, (error, found) => {
      if (error) return callback(error, "");
      const addresses = Array.isArray(found) ? found : [{ address: found, family: 4 }];
      const [first] = addresses;
      if (first === undefined) return callback(errorWithCode("no address", "ENOTFOUND"), "");
      if (!addresses.every(({ address }) => isPublic(address)))
        return callback(
          errorWithCode("an address that is not public", "ERR_ADDRESS_NOT_PUBLIC"),
          "",
        );
      if (options.all) callback(null, addresses);
      else callback(null, first.address, first.family);
    });
}

/**
 * @param {(address: string) => boolean} isPublic
 * @param {Lookup} [lookup]
 * @returns {Transport}
 */
export function createNodeTransport(isPublic, lookup = /** @type {Lookup} */ (systemLookup)) {
  // Restricted and unrestricted requests do not share connections: an unrestricted connection could
  // lead to a private address.
  const [open, closed] = [lookup, publicLookup(lookup, isPublic)].map((lookup) => {
    const kept = { keepAlive: KEEPS, scheduling: "lifo", timeout: IDLE };
    const options = { ...kept, autoSelectFamilyAttemptTimeout: NEXT_ADDRESS, lookup };
    return {
      "http:": new http.Agent(/** @type {http.AgentOptions} */ (options)),
      "https:": new https.Agent(/** @type {https.AgentOptions} */ (options)),
    };
  });

  /** @type {Transport} */
  const send = (url, init) =>
    new Promise((resolve, reject) => {
      const { method, headers, body, signal, publicOnly } = init;
      const target = new URL(url);
      const protocol = /** @type {"http:" | "https:"} */ (target.protocol);
      const agent = (publicOnly ? closed : open)?.[protocol];
      const request = (protocol === "https:" ? https : http).request(target, { method, agent });
      /** The error of the response. Its reader only sees that it broke off. @type {unknown} */
      let broken;
      let connected = false;
      let over = false;
      /**
       * Reports whether the server closed a kept connection before it responded to this request.
       */
      let stale = () => false;
      const stop = () => {
        // The connection of a complete response is kept for the next request.
        if (over) return;
        const error = connected
          ? errorWithCode("stopped", "ECONNRESET")
          : errorWithCode("no connection", "ETIMEDOUT");
        broken ??= error;
        // A connection with a response may already be idle in the pool, where nothing handles an
        // error.
        request.destroy(connected ? undefined : error);
        reject(error);
      };
      signal.addEventListener("abort", stop, { once: true });
      request.once("close", () => {
        signal.removeEventListener("abort", stop);
        reject(errorWithCode("closed before an answer", "ECONNRESET"));
      });
      request.on("error", (error) => {
        broken ??= error;
        // Resend it, as browsers do. This ends, since each attempt uses up one kept connection.
        if (!signal.aborted && stale()) resolve(send(url, init));
        else reject(error);
      });
      request.once("socket", (socket) => {
        connected = !socket.connecting;
        const heard = socket.bytesRead;
        stale = () => request.reusedSocket && socket.bytesRead === heard;
        const event = protocol === "https:" ? "secureConnect" : "connect";
        if (!connected) socket.once(event, () => (connected = true));
      });
      request.once("response", (response) => {
        // The reader of the body reports errors; others are irrelevant.
        response.on("error", () => {});
        response.once("end", () => (over = true));
        try {
          resolve(toResponse(response, () => broken));
        } catch (error) {
          reject(error);
        }
      });
      // An unrequested protocol upgrade is a response whose body cannot be read.
      request.once("upgrade", (response, socket) => {
        socket.on("error", () => {});
        socket.destroy();
        resolve({ ...toResponse(response, () => broken), body: null });
      });
      for (const [name, value] of headers) request.appendHeader(name, value);
      request.setHeader("accept-encoding", "gzip, br");
      request.end(body);
      if (signal.aborted) stop();
    });
  return send;
}

/**
 * @param {http.IncomingMessage} response
 * @param {() => unknown} broken
 * @returns {import("./transport.js").Answer}
 */
function toResponse(response, broken) {
  const { rawHeaders, statusCode = 0 } = response;
  /** @type {[string, string][]} */
  const headers = [];
  for (let at = 0; at < rawHeaders.length; at += 2)
    headers.push([rawHeaders[at] ?? "", rawHeaders[at + 1] ?? ""]);
  const coding = (response.headers["content-encoding"] ?? "identity").trim().toLowerCase();
  return {
    type: "basic",
    status: statusCode,
    headers,
    body: {
      getReader() {
        const chunks = decodeContent(response, coding)[Symbol.asyncIterator]();
        const read = async () => {
          try {
            return await chunks.next();
          } catch (error) {
            throw broken() ?? error;
          }
        };
        return { read };
      },
    },
  };
}

/** @param {http.IncomingMessage} response @param {string} coding @returns {AsyncIterable<Uint8Array>} */
function decodeContent(response, coding) {
  if (coding === "identity" || coding === "") return response;
  const decoder = DECODERS.get(coding)?.();
  if (decoder === undefined) throw errorWithCode(`content coding ${coding}`, "ERR_CONTENT_CODING");
  return pipeline(response, decoder, () => {});
}
