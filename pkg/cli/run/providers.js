// Defaults from the environment for the providers whose protocol is named: base URL and key, in the
// variables of their own clients.

import { plain } from "../render/text.js";

/** @typedef {{ base: string, usual: string, key: string, header: string, prefix: string }} Provider */

/** @type {Provider} */
const OPENAI = {
  base: "OPENAI_BASE_URL",
  usual: "https://api.openai.com/v1",
  key: "OPENAI_API_KEY",
  header: "authorization",
  prefix: "Bearer ",
};
/** @type {Record<string, Provider>} */
const PROVIDERS = {
  openai: OPENAI,
  "openai-responses": OPENAI,
  anthropic: {
    base: "ANTHROPIC_BASE_URL",
    usual: "https://api.anthropic.com",
    key: "ANTHROPIC_API_KEY",
    header: "x-api-key",
    prefix: "",
  },
};

/**
 * Returns the URL to ask if none was typed: the provider's base URL, if its key or base URL is set.
 *
 * @param {string | undefined} protocol
 * @param {NodeJS.ProcessEnv} env
 */
export function baseUrl(protocol, env) {
  const provider = PROVIDERS[protocol ?? ""];
  if (provider === undefined || !(env[provider.base] || env[provider.key])) return undefined;
  const base = env[provider.base] || provider.usual;
  // The clients of Anthropic add the version themselves.
  return provider === PROVIDERS.anthropic && !/\/v\d+\/?$/.test(base)
    ? `${base.replace(/\/$/, "")}/v1`
    : base;
}

/**
 * Adds the provider's key to the headers. It is only sent to the provider's own origin, since a typed
 * URL may lead to somebody else.
 *
 * @param {string} url
 * @param {string | undefined} protocol
 * @param {Record<string, string> | undefined} headers
 * @param {Pick<import("../main.js").Context, "env" | "err">} context
 */
export function addProviderKey(url, protocol, headers = {}, { env, err }) {
  const provider = PROVIDERS[protocol ?? ""];
  if (provider === undefined) return headers;
  const { base, usual, key, header, prefix } = provider;
  const value = env[key];
  const origin = urlOrigin(env[base] || usual);
  if (!value || header in headers || origin === null || urlOrigin(url) !== origin) return headers;
  err.tell(`proofmark: sending ${key} to ${plain(origin)}\n`);
  return { ...headers, [header]: prefix + value };
}

/**
 * Says how to give a credential: by the provider's variables first, if its protocol is spoken.
 *
 * @param {string} protocol
 * @param {import("../../index.d.ts").ProbeResult["request"]} request
 * @param {string} header
 */
export function credentialAdvice(protocol, request, header) {
  const add = `--header '${header}', with the variable in the environment`;
  const provider = PROVIDERS[protocol];
  const isSent = request.headers.some(([name]) => name === provider?.header);
  if (provider === undefined || isSent) return `Add ${add}.`;
  const isUsual = urlOrigin(request.url) === urlOrigin(provider.usual);
  const variables = isUsual ? provider.key : `${provider.key} and ${provider.base}`;
  return `Set ${variables} and name --protocol ${protocol}, or add ${add}.`;
}

/** @param {string} url */
function urlOrigin(url) {
  try {
    return new URL(url).origin;
  } catch {
    return null;
  }
}
