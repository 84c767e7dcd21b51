// Reads endpoint and agent URLs from the command line. No message shows a query, which may contain
// a key.

import { Refusal } from "../exit.js";
import { expandVariables } from "./headers.js";
import { shown } from "../render/text.js";

/**
 * Returns the URL with `${NAME}` replaced from the environment. Refuses a secret typed into the
 * query, for the reasons given at `parseHeaders`.
 *
 * @param {string | undefined} url
 * @param {Pick<import("../main.js").Context, "api" | "env">} context
 * @param {string} [thing] The name to use in messages.
 */
export async function expandUrl(url, { api, env }, thing = "URL") {
  if (url === undefined) return undefined;
  const { isSecretHeader } = await api();
  const query = /\?([^#]*)/.exec(url)?.[1] ?? "";
  for (const part of query.split("&")) {
    const [name = "", value = ""] = part.split("=", 2);
    if (value === "" || value.includes("${") || !isSecretHeader(name)) continue;
    throw new Refusal(
      "cli.secret",
      `${thing}: a secret must not be typed out; use \${NAME} for a value of the environment as its ${shown(name)}`,
    );
  }
  return expandVariables(url, { thing }, env, encodeURIComponent);
}
