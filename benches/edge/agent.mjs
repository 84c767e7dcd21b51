// An agent in a process of its own, so that its time is not the worker's. It tells its address.

import { createServer } from "node:http";

const server = createServer((request, response) => {
  request.resume().on("end", () => {
    response.writeHead(200, { "content-type": "application/json" });
    response.end('{"response":"The answer is 42."}');
  });
});
server.listen(0, "127.0.0.1", () => process.send?.(server.address()));
process.on("disconnect", () => process.exit());
