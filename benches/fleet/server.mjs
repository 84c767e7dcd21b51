// A server on loopback that answers every question 50 ms after it came, or as many milliseconds as
// its argument says, in a process of its own.

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
