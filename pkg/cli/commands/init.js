// proofmark init: writes a configuration file for `run`.

import { EXIT, Refusal } from "../exit.js";
import { expandUrl } from "../io/address.js";
import { readHeaders } from "../io/headers.js";
import { FORCE_ADVICE, writeNew } from "../io/new-files.js";
import { FORCE, withGroup, omitUndefined, outOption } from "../options.js";
import { plain, quoteForShell } from "../render/text.js";
import { CONFIG, configMember } from "../run/config.js";
import { endpointUrl, mergeFoundOptions } from "../run/connection.js";
import { CONNECTION, RUN_OPTIONS, targetOptions } from "../run/options.js";

const KEPT = ["questions", "family", "policy", "min-score", "subject", "report"];

/** @type {import("../args.js").Command} */
export const init = {
  name: "init",
  summary: "write proofmark.json, so that proofmark run alone repeats a run",
  usage: ["init URL [options of run] [--out proofmark.json]"],
  about:
    "Asks one question to find out how to ask the agent, unless --protocol is given. The file holds the options of run by their names, such as minScore for --min-score. Headers keep ${NAME}, so the file contains no secret. {date} in the name of an output file is the date in UTC.",
  operands: [1, 1],
  options: {
    ...withGroup("questions and outputs", {
      ...Object.fromEntries(KEPT.map((name) => [name, RUN_OPTIONS[name] ?? FORCE])),
      out: outOption(`the file to create (default: ${CONFIG})`),
      force: FORCE,
    }),
    ...CONNECTION,
  },
  examples: [
    "init https://agent.example/chat -n 20 --min-score 80",
    "init http://127.0.0.1:8080/v1 --model m --header 'authorization: Bearer ${API_KEY}'",
  ],
  async run({ operands: [url = ""], options }, context) {
    // The file keeps what was typed; reading it refuses a secret, and a variable that is not set.
    const endpoint = await expandUrl(url, context);
    const headers = await readHeaders(options.header, context);
    const { subject, uaid, "agent-url": agentUrl } = options;
    const api = await context.api();
    const target = { endpoint, headers, subject, uaid, agentUrl, ...targetOptions(options) };
    api.subjectOf(/** @type {any} */ (omitUndefined(target)));
    const found =
      options.protocol === undefined ? await probeTarget(api, target, context) : undefined;
    if (found === null) return EXIT.failed;
    if (options.header?.some((/** @type {string} */ text) => text.startsWith("@")))
      throw new Refusal(
        "cli.value",
        "--header: expected 'NAME: VALUE', with ${VARIABLE} for a secret, found @FILE",
      );
    const {
      out: path = CONFIG,
      force,
      header = [],
      budget,
      "max-body": maxBody,
      ...rest
    } = found ? mergeFoundOptions(options, found) : options;
    const written = header.map((/** @type {string} */ text) => {
      const colon = text.indexOf(":");
      return [text.slice(0, colon).trim().toLowerCase(), text.slice(colon + 1).trim()];
    });
    const members = Object.entries(rest).map(([name, value]) => [configMember(name), value]);
    const config = omitUndefined({
      url: found ? endpointUrl(url, found) : url,
      headers: written.length > 0 ? Object.fromEntries(written) : undefined,
      questions: 20,
      ...Object.fromEntries(members),
      budget: budget === undefined ? undefined : `${budget / 1000}s`,
      maxBody: maxBody === undefined ? undefined : `${maxBody}B`,
      out: "runs-{date}.ndjson",
    });
    writeNew([{ path, text: `${JSON.stringify(config, null, 2)}\n` }], {
      force,
      advice: FORCE_ADVICE,
    });
    const command =
      path === CONFIG ? "proofmark run" : `proofmark run --config ${quoteForShell(path)}`;
    await context.out.write(`Wrote ${plain(path)}. Run it with: ${command}\n`);
    return EXIT.passed;
  },
};

/**
 * Finds out how to ask the agent. Returns null if it does not reply.
 *
 * @param {typeof import("../../index.d.ts")} api
 * @param {Record<string, unknown>} target
 * @param {import("../main.js").Context} context
 */
async function probeTarget(api, { subject: _, ...target }, { err }) {
  const { options } = await api.probe(/** @type {any} */ (omitUndefined(target)));
  if (options === null)
    err.tell(
      "proofmark: the agent did not reply; proofmark probe URL says why, --protocol writes the file anyway\n",
    );
  return options;
}
