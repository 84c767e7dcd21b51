import { once } from "node:events";

/**
 * Starts a server on a free port of loopback. Returns its origin. The server closes when `t` ends.
 *
 * @param {import("node:http").Server} server
 * @param {{ after: (close: () => void) => void }} [t]
 */
export async function listen(server, t) {
  // A request over a connection that the server is closing would fail.
  server.keepAliveTimeout = 0;
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  t?.after(() => {
    server.close();
    server.closeAllConnections();
  });
  const { port } = /** @type {import("node:net").AddressInfo} */ (server.address());
  return `http://127.0.0.1:${port}`;
}
