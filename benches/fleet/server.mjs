// A loopback server, in its own process, that answers every request after 50 ms or after the number
// of milliseconds in its argument.

import { createServer } from "node:http";

const DELAY = Number(process.argv[2] ?? 50);
const ANSWER = JSON.stringify({ response: "42" });
const HEAD = { "content-type": "application/json", "content-length": ANSWER.length };

const server = createServer((request, response) => {
  request.resume();
  setTimeout(() => response.writeHead(200, HEAD).end(ANSWER), DELAY);
});
server.keepAliveTimeout = 60_000;
server.listen(0, "127.0.0.1", 4096, () => {
  const { port } = /** @type {import("node:net").AddressInfo} */ (server.address());
  console.log(`http://127.0.0.1:${port}/`);
});
process.on("disconnect", () => process.exit());
