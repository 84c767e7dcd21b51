// proofmark probe: finds out how to ask an agent.

import { EXIT } from "../exit.js";
import { expandUrl } from "../io/address.js";
import { readHeaders } from "../io/headers.js";
import { FORMAT, omitUndefined } from "../options.js";
import { probeReport } from "../render/probe-report.js";
import { commandForFound } from "../run/connection.js";
import { CONNECTION, targetOptions } from "../run/options.js";
import { addProviderKey } from "../run/providers.js";

const { retries: _, ...SHARED } = CONNECTION;

/** @type {import("../args.js").Command} */
export const probe = {
  name: "probe",
  summary: "find out how to ask an agent: protocol, path, body, reply, credential",
  usage: ["probe URL [--header 'K: V']"],
  about:
    "Asks one question in one way after another until a reply is found, at most 40 times, and prints the request, the response and the options to use from now on. Values of headers and queries are hidden. Nothing is recorded.",
  operands: [1, 1],
  options: {
    ...SHARED,
    "allow-private": { help: "allow private addresses from agent cards and redirects" },
    format: FORMAT,
  },
  examples: [
    "probe http://127.0.0.1:3000/chat",
    "probe https://agent.example/v1 --header 'authorization: Bearer ${API_KEY}'",
  ],
  async run({ operands: [typed = ""], options }, context) {
    const endpoint = (await expandUrl(typed, context)) ?? "";
    const agentUrl = await expandUrl(options["agent-url"], context, "--agent-url");
    const given = await readHeaders(options.header, context);
    const headers = addProviderKey(endpoint, options.protocol, given, context);
    const api = await context.api();
    const result = await api.probe(
      omitUndefined({
        ...targetOptions(options),
        ...{ endpoint, headers, agentUrl, uaid: options.uaid, budget: options.budget },
        maxBody: options["max-body"],
        allowPrivate: options["allow-private"],
      }),
    );
    const { out } = context;
    await out.print(options.format, result, () => {
      const next = result.options && commandForFound(api, typed, options, result.options);
      return probeReport(result, next, out);
    });
    return result.options === null ? EXIT.failed : EXIT.passed;
  },
};
