// Converts between the options of a target in the API and command-line arguments.

import { isLibraryError } from "../io/refused.js";
import { quoteForShell } from "../render/text.js";

/** @typedef {typeof import("../../index.d.ts")} Api */
/** @typedef {import("../../index.d.ts").FoundOptions} FoundOptions */

/** The options of the command line that a probe can find, by the names of the API. */
const FOUND = /** @type {const} */ ({
  protocol: "protocol",
  model: "model",
  tool: "tool",
  argument: "argument",
  jsonBody: "json-body",
  replyPointer: "reply-pointer",
});

/** The option to add if URL and options do not identify the agent. */
export const SUBJECT = "--subject ID";

/** Options that are part of the endpoint and keep the values that were typed. */
const KEPT = ["header", "uaid", "agent-url", "subject", "registry"];

/**
 * Returns the options of the command line with those that a probe found.
 *
 * @param {Record<string, any>} options
 * @param {FoundOptions} found
 */
export function mergeFoundOptions(options, found) {
  const more = Object.entries(FOUND).flatMap(([name, option]) => {
    const value = found[/** @type {keyof typeof FOUND} */ (name)];
    return value === null ? [] : [[option, value]];
  });
  return { ...options, ...Object.fromEntries(more) };
}

/**
 * Returns the command that asks the agent in the way that a probe found, as a shell reads it.
 *
 * @param {Api} api
 * @param {string} typed The typed URL.
 * @param {Record<string, any>} options The typed options.
 * @param {FoundOptions} found
 */
export function commandForFound(api, typed, options, found) {
  const all = mergeFoundOptions(options, found);
  const given = [...Object.values(FOUND), ...KEPT].flatMap((name) =>
    [all[name] ?? []].flat().map((value) => `--${name} ${quoteForShell(value)}`),
  );
  const flags = options["allow-private"] ? ["--allow-private"] : [];
  const subject = options.subject === undefined && needsSubject(api, typed, all) ? [SUBJECT] : [];
  return [
    "proofmark run",
    quoteForShell(endpointUrl(typed, found)),
    ...given,
    ...flags,
    ...subject,
  ].join(" ");
}

/**
 * Returns the URL to ask. Its query is the typed one, since the query that was sent may be secret.
 *
 * @param {string} typed
 * @param {FoundOptions} found
 */
export function endpointUrl(typed, { endpoint }) {
  if (endpoint === null) return typed;
  const query = typed.indexOf("?");
  return endpoint.replace(/\?.*/s, "") + (query < 0 ? "" : typed.slice(query));
}

/** Reports whether a subject id has to be given. @param {Api} api @param {string} typed @param {Record<string, any>} options */
function needsSubject(api, typed, options) {
  const { protocol, model, tool, argument, uaid } = options;
  const target = {
    endpoint: typed.replace(/\$\{.*?\}/g, "x"),
    protocol,
    model,
    tool,
    argument,
    uaid,
  };
  try {
    api.subjectOf({ ...target, jsonBody: options["json-body"] });
    return false;
  } catch (error) {
    return isLibraryError(error) && error.code === "exchange.subject";
  }
}
