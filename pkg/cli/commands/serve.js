// proofmark serve: runs the sample agents until Ctrl-C.

import { EXIT } from "../exit.js";
import * as kinds from "../kinds.js";
import { startFleet } from "../samples/fleet.js";
import { table } from "../render/table.js";

const PORT = 7025;

/** @type {import("../args.js").Command} */
export const serve = {
  name: "serve",
  summary: "run sample agents on this machine",
  usage: ["serve [--port N]"],
  about:
    "Some are right, others wrong, slow or broken. They listen on 127.0.0.1 only. Ctrl-C stops them.",
  operands: [0, 0],
  options: {
    port: {
      kind: kinds.integer(0, 65535),
      value: "N",
      help: `where they listen (default: ${PORT}; 0: any free port)`,
    },
  },
  examples: ["serve", "serve --port 8080"],
  async run({ options }, { api, out, interruptible }) {
    const fleet = await startFleet(await api(), { port: options.port ?? PORT });
    const stop = interruptible();
    await out.write(`${fleetLines(fleet, out).join("\n")}\n`);
    if (!stop.aborted)
      await new Promise((resolve) => stop.addEventListener("abort", resolve, { once: true }));
    await fleet.close();
    return EXIT.passed;
  },
};

/**
 * Lists the agents and their URLs.
 *
 * @param {Awaited<ReturnType<typeof startFleet>>} fleet
 * @param {import("../terminal.js").Output} out
 */
export function fleetLines({ url, agents }, out) {
  const rows = agents.map(({ name, url, does }) => [name, url, does]);
  const [first] = agents;
  return [
    `Sample agents on ${url}, until Ctrl-C`,
    "",
    ...table(
      [
        { title: "agent" },
        { title: "address" },
        { title: "what it does", shrink: "wrap", least: 16, spare: true },
      ],
      rows,
      out,
    ),
    "",
    `Ask one:  npx --no-install proofmark run ${first?.url} -n 5`,
  ];
}
