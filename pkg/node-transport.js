// How Node, Deno and Bun send: over Node's HTTP client. `fetch` has no say in which address it
// connects to, and takes a compressed body that was cut off for a whole one.

import { lookup as systemLookup } from "node:dns";
import * as http from "node:http";
import * as https from "node:https";
import { pipeline } from "node:stream";
import { createBrotliDecompress, createGunzip } from "node:zlib";

/** How long a connection that nobody uses is kept, in milliseconds. Node's own servers keep 5 s. */
const IDLE = 4_000;

/**
 * How long one address of a name has to connect before the next one is tried, in milliseconds. Node
 * gives up the one for the other, after 250 ms unless told: too early for what is far away.
 */
const NEXT_ADDRESS = 2_500;

/**
 * Whether connections are kept. Deno sends a request again, unasked, when one over a kept connection
 * is stopped before its answer.
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
const failure = (message, code) => Object.assign(new Error(message), { code });

/**
 * A lookup that fails where a name resolves to any address that `isPublic` denies. It is asked in
 * the course of connecting, so the addresses that were judged are those that are connected to.
 *
 * @param {Lookup} lookup
 * @param {(address: string) => boolean} isPublic
 * @returns {Lookup}
 */
function judged(lookup, isPublic) {
  return (hostname, options, callback) =>
    lookup(hostname, { ...options, all: true }, (error, found) => {
      if (error) return callback(error, "");
      const addresses = Array.isArray(found) ? found : [{ address: found, family: 4 }];
      const [first] = addresses;
      if (first === undefined) return callback(failure("no address", "ENOTFOUND"), "");
      if (!addresses.every(({ address }) => isPublic(address)))
        return callback(failure("an address that is not public", "ERR_ADDRESS_NOT_PUBLIC"), "");
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
  // What may go anywhere and what may not share no connection: one made for the former could lead
  // to where the latter must not go.
  const [open, closed] = [lookup, judged(lookup, isPublic)].map((lookup) => {
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
      /** What is wrong with the answer; who reads it is told only that it broke off. @type {unknown} */
      let broken;
      let connected = false;
      let over = false;
      /** Whether the server closed a kept connection before it said anything to this request. */
      let stale = () => false;
      const stop = () => {
        // A connection whose answer was read to the end is kept for the next request.
        if (over) return;
        const error = connected
          ? failure("stopped", "ECONNRESET")
          : failure("no connection", "ETIMEDOUT");
        broken ??= error;
        // A connection that an answer came over may be back among those that are kept, where nobody
        // would hear of an error.
        request.destroy(connected ? undefined : error);
        reject(error);
      };
      signal.addEventListener("abort", stop, { once: true });
      request.once("close", () => {
        signal.removeEventListener("abort", stop);
        reject(failure("closed before an answer", "ECONNRESET"));
      });
      request.on("error", (error) => {
        broken ??= error;
        // Browsers send it again too: each time uses up one of those that were kept.
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
        // Who reads learns of an error by reading; one that comes when nobody reads is none.
        response.on("error", () => {});
        response.once("end", () => (over = true));
        try {
          resolve(answer(response, () => broken));
        } catch (error) {
          reject(error);
        }
      });
      // Nobody asked for another protocol: that is an answer whose body nobody can read.
      request.once("upgrade", (response, socket) => {
        socket.on("error", () => {});
        socket.destroy();
        resolve({ ...answer(response, () => broken), body: null });
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
function answer(response, broken) {
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
        const chunks = decoded(response, coding)[Symbol.asyncIterator]();
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
function decoded(response, coding) {
  if (coding === "identity" || coding === "") return response;
  const decoder = DECODERS.get(coding)?.();
  if (decoder === undefined) throw failure(`content coding ${coding}`, "ERR_CONTENT_CODING");
  return pipeline(response, decoder, () => {});
}
