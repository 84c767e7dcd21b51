// The transport of Node, Deno and Bun: an HTTP client that checks each address as it connects.

import { useTransport } from "./transport.js";

/** @typedef {import("./transport.js").Transport} Transport */

/** @param {(address: string) => boolean} isPublic */
export function createNodeFetch(isPublic) {
  /** @type {Promise<Transport> | undefined} */
  let made;
  // Load the HTTP client on first use; verification needs none.
  const make = async () => {
    const { createNodeTransport } = await import("./node-transport.js");
    return createNodeTransport(isPublic);
  };
  useTransport(async (url, init) => {
    const transport = await (made ??= make());
    useTransport(transport);
    return transport(url, init);
  });
}
