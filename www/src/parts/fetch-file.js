// Fetches the files that a link names.

import { text } from "../text.js";

/**
 * Fetches a file without credentials.
 *
 * @param {string} url
 * @param {AbortSignal} signal
 * @returns {Promise<{ file: File, changes: string | undefined }>} `changes` is the address of its
 *   changes as server-sent events, if the server of this page offers them.
 */
export async function fetchFile(url, signal) {
  if (!URL.canParse(url, location.href) || !/^https?:$/.test(new URL(url, location.href).protocol))
    throw new Error(text.fetch.address);
  const address = new URL(url, location.href);
  const init = /** @type {const} */ ({ credentials: "omit", referrerPolicy: "no-referrer" });
  const response = await fetch(address, { ...init, signal }).catch((cause) => {
    if (signal.aborted) throw cause;
    throw new Error(text.fetch.failed(address.host), { cause });
  });
  if (!response.ok) throw new Error(text.fetch.status(address.host, response.status));
  const name = address.pathname.split("/").at(-1) || address.host;
  const isOwn = address.origin === location.origin;
  return {
    file: new File([await response.blob()], decodeURIComponent(name)),
    changes: (isOwn && response.headers.get("x-changes")) || undefined,
  };
}

/** The signer and the subject that a link names. @typedef {{ trust?: string, subject?: string }} LinkOptions */

/**
 * Returns the options of a link. `trust` is a key, or the content of the trust file at a URL.
 *
 * @param {URLSearchParams} params
 * @param {AbortSignal} signal
 * @returns {Promise<LinkOptions>}
 */
export async function linkOptions(params, signal) {
  const [trust, subject] = [params.get("trust") ?? "", params.get("subject") ?? ""];
  const isAddress = /^https?:/.test(trust);
  const signer = isAddress ? await (await fetchFile(trust, signal)).file.text() : trust;
  return { ...(signer && { trust: signer }), ...(subject && { subject }) };
}
