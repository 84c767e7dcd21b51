// What Node, Deno and Bun can say about the addresses that names resolve to.

import { useTransport } from "./transport.js";

/** @typedef {import("./transport.js").Transport} Transport */

/**
 * Sends as this host can: Node over its own HTTP client, which judges each address as it connects.
 * Deno and Bun have no such place; there a name is resolved and judged before `fetch` resolves it
 * again.
 *
 * @param {(address: string) => boolean} isPublic
 */
export function sendAsNode(isPublic) {
  const node = !("Deno" in globalThis || "Bun" in globalThis);
  /** @type {Promise<Transport> | undefined} */
  let made;
  // Who only verifies needs no HTTP client.
  const make = async () => {
    if (!node) return lookFirst(isPublic);
    const { createNodeTransport } = await import("./node-transport.js");
    return createNodeTransport(isPublic);
  };
  useTransport(async (url, init) => {
    const transport = await (made ??= make());
    useTransport(transport);
    return transport(url, init);
  });
}

/**
 * @param {(address: string) => boolean} isPublic
 * @returns {Promise<Transport>}
 */
async function lookFirst(isPublic) {
  const { lookup } = await import("node:dns/promises");
  return async (url, { publicOnly, ...init }) => {
    const { hostname } = new URL(url);
    if (publicOnly && !hostname.startsWith("[")) {
      for (const { address } of await lookup(hostname, { all: true })) {
        if (isPublic(address)) continue;
        const code = "ERR_ADDRESS_NOT_PUBLIC";
        throw Object.assign(new Error("an address that is not public"), { code });
      }
    }
    return fetch(url, init);
  };
}
