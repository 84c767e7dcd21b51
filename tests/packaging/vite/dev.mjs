import { createServer } from "vite";

const server = await createServer({
  logLevel: "warn",
  server: { host: "127.0.0.1", port: 0, fs: { allow: ["../.."] } },
  optimizeDeps: { exclude: ["proofmark"] },
});
await server.listen();
console.log(server.resolvedUrls.local[0]);
process.stdin.on("end", () => server.close()).resume();
