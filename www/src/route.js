// The address of the page: `#/VIEW/ITEM?PARAMETERS`.

/** @typedef {{ view: string, item: string, params: URLSearchParams }} Route */

/** Parses the address. @returns {Route} */
export function currentRoute() {
  const [, view = "", item = "", query = ""] =
    /^#\/([a-z]*)\/?([^?]*)\??(.*)$/s.exec(location.hash) ?? [];
  return { view, item: percentDecode(item), params: new URLSearchParams(query) };
}

/** Returns the parameters of the address that name a file on the web, its signer and its subject. */
export function fileLink() {
  const { params } = currentRoute();
  const names = ["src", "trust", "subject"];
  return Object.fromEntries(names.map((name) => [name, params.get(name) ?? ""]));
}

/** Formats an address, without empty parameters. @param {string} view @param {string} [item] @param {Record<string, string>} [params] */
export function routeTo(view, item = "", params = {}) {
  const given = Object.entries(params).filter(([, value]) => value !== "");
  const query = new URLSearchParams(given).toString();
  return `#/${view}${item && `/${item}`}${query && `?${query}`}`;
}

/** Replaces the address without leaving the view. @param {string} route */
export function replaceRoute(route) {
  history.replaceState(history.state, "", route);
  window.dispatchEvent(new Event("routereplaced"));
}

/**
 * Turns `?src=URL` in front of the hash into a route: to Verify if a signer or a subject is given, else
 * to Results.
 */
export function convertSearchToRoute() {
  const params = new URLSearchParams(location.search);
  if (!params.has("src")) return;
  const view = params.has("trust") || params.has("subject") ? "verify" : "results";
  const route = routeTo(view, "", Object.fromEntries(params));
  history.replaceState(null, "", `${location.pathname}${route}`);
}

/** Percent-decodes a part of an address; returns it unchanged if it is malformed. @param {string} part */
function percentDecode(part) {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
