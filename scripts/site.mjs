// Serves the built dashboard on loopback. `node scripts/site.mjs` also starts the sample agents, until
// Ctrl-C.

import { join } from "node:path";

import { serveFolder } from "../pkg/cli/io/site.js";
import { ROOT, script } from "./lib.mjs";
import { setup } from "./setup.mjs";

export const DIST = join(ROOT, "www", "dist");

/**
 * Returns `fleet.json`, the page's list of sample agents.
 *
 * @param {import("../pkg/cli/samples/fleet.js").Fleet} fleet
 */
export const fleetFile = (fleet) =>
  JSON.stringify({ agents: fleet.agents.map((agent) => ({ ...agent, protocol: "json" })) });

/**
 * @param {{ folder?: string, port?: number, fleet?: import("../pkg/cli/samples/fleet.js").Fleet }} [options]
 *   `fleet` lists the sample agents for the page.
 */
export function serveSite({ folder = DIST, port = 0, fleet } = {}) {
  const routes = fleet && {
    "/fleet.json": (
      /** @type {any} */ _,
      /** @type {import("node:http").ServerResponse} */ response,
    ) => response.writeHead(200, { "content-type": "application/json" }).end(fleetFile(fleet)),
  };
  return serveFolder({ folder, port, ...(routes && { routes }) });
}

script(import.meta.url, async () => {
  await setup();
  const api = await import("../pkg/entry/core/node.js");
  const { startFleet } = await import("../pkg/cli/samples/fleet.js");
  const fleet = await startFleet(/** @type {any} */ (api));
  const site = await serveSite({ fleet });
  console.log(`The dashboard is on ${site.url}, until Ctrl-C`);
});
