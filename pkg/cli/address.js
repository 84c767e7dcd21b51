// The URL of an endpoint, or of an agent behind it, from the command line. Where its query has a key, that stands in no message.

import { Refusal } from "./exit.js";
import { expanded } from "./headers.js";
import { shown } from "./render/text.js";

/**
 * The URL with the environment's values in place of `${NAME}`. A secret in its query is not taken
 * from what was typed, for the reasons that `parseHeaders` has.
 *
 * @param {string | undefined} url
 * @param {Pick<import("./main.js").Context, "api" | "env">} context
 * @param {string} [thing] What it is, for the message.
 */
export async function readAddress(url, { api, env }, thing = "URL") {
  if (url === undefined) return undefined;
  const { isSecretHeader } = await api();
  const query = /\?([^#]*)/.exec(url)?.[1] ?? "";
  for (const part of query.split("&")) {
    const [name = "", value = ""] = part.split("=", 2);
    if (value === "" || value.includes("${") || !isSecretHeader(name)) continue;
    throw new Refusal(
      "cli.secret",
      `${thing}: expected \${NAME} for a value of the environment as its ${shown(name)}, found a secret typed out`,
    );
  }
  return expanded(url, { thing }, env, encodeURIComponent);
}
