// Formats the result of a probe: the exchange that decided, and the way to ask from then on.

import { SUBJECT } from "../run/connection.js";
import { credentialAdvice } from "../run/providers.js";
import { indentAndWrap, plain } from "./text.js";

/** @typedef {import("../../index.d.ts").ProbeResult} ProbeResult */
/** @typedef {import("../terminal.js").Output} Output */

/** The number of lines of a body to show. */
const MOST_LINES = 8;

/** The number of models or tools to list. */
const MOST_CHOICES = 20;

const SUBJECT_ADVICE =
  "Replace ID by a name for this agent, such as my-agent. Its URL and options do not identify it, and records name it by this id.";

/**
 * Formats the exchange and its explanation. `next` is the command that asks the agent from now on.
 *
 * @param {ProbeResult} result
 * @param {string | null} next
 * @param {Output} out
 */
export function probeReport(result, next, out) {
  const { request, response, reply, right, tried } = result;
  const { palette } = out;
  const said = reply === null ? [] : [`It replied ${JSON.stringify(reply.slice(0, 200))}.`];
  const known = reply === null || right ? [] : ["That is not the right answer, 125."];
  const ways = tried > 1 ? [`${tried} ways to ask were tried.`] : [];
  const message = [result.message, ...said, ...known, ...ways].join(" ");
  const style = reply === null ? "red" : "green";
  return [
    `  ${palette.bold(plain(`${request.method} ${request.url}`))}`,
    ...messageLines(request.headers, request.body, out),
    "",
    ...(response === null
      ? [palette.dim("  no response")]
      : [
          `  ${palette.bold(String(response.status))}`,
          ...messageLines(response.headers, response.body, out),
        ]),
    "",
    palette[style](indentAndWrap(plain(message), out.columns)),
    ...hints(result).map((line) => `  ${plain(line)}`),
    // Not wrapped, so that it can be copied.
    ...(next === null ? [] : ["", "  From now on:", "", `  ${plain(next)}`]),
    ...(next?.endsWith(SUBJECT) ? ["", indentAndWrap(SUBJECT_ADVICE, out.columns)] : []),
  ];
}

/** Returns the options to try. @param {ProbeResult} result */
function hints({ header, choices, cause, protocol, request }) {
  const rest = choices.length - MOST_CHOICES;
  const title = cause === "model.unknown" ? "Its models:" : "Tools and their arguments:";
  return [
    ...(header === null ? [] : [credentialAdvice(protocol, request, header)]),
    ...(choices.length === 0 ? [] : [title]),
    ...choices.slice(0, MOST_CHOICES).map((choice) => `  ${choice}`),
    ...(rest > 0 ? [`  … and ${rest} more`] : []),
  ];
}

/** @param {[string, string][]} headers @param {string | null} body @param {Output} out */
function messageLines(headers, body, out) {
  const lines = (body ?? "").trimEnd().split("\n");
  const shown = lines.slice(0, MOST_LINES);
  const left = lines.length > MOST_LINES ? ["…"] : [];
  const all = [...headers.map(([name, value]) => `${name}: ${value}`), ...shown, ...left];
  return all.map((line) => out.palette.dim(indentAndWrap(plain(line), out.columns)));
}
