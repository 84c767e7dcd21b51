// An agent in its own process, so that its CPU time is not counted. It sends its address to the
// parent.

import { createServer } from "node:http";

const server = createServer((request, response) => {
  request.resume().on("end", () => {
    response.writeHead(200, { "content-type": "application/json" });
    response.end('{"response":"The answer is 42."}');
  });
});
server.listen(0, "127.0.0.1", () => process.send?.(server.address()));
process.on("disconnect", () => process.exit());
