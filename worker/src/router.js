// Routes requests to operations, and validates token, parameters, headers and body.

import { canonicalJson } from "proofmark";

import { Refusal, refused } from "./answers.js";
import { callerOf } from "./auth.js";
import { OPERATIONS, bodyOf } from "./operations.js";
import { Misconfigured, settingsOf } from "./settings.js";
import { problem } from "./shape.js";

/** @typedef {import("./settings.js").Env} Env */
/** @typedef {import("./operations.js").Operation} Operation */

/** The maximum size of a body in bytes. */
const MOST_BODY = 16_384;
const LONGEST_URL = 4_096;

/**
 * @param {Request} request
 * @param {Env} env
 * @returns {Promise<Response>}
 */
export async function route(request, env) {
  try {
    return await answer(request, env);
  } catch (error) {
    if (error instanceof Refusal) return refused(error);
    console.error(error instanceof Error ? (error.stack ?? error.message) : String(error));
    const what = error instanceof Misconfigured ? "worker.misconfigured" : "store.unavailable";
    const message = "worker: expected its store and its secrets, found one missing";
    return refused(new Refusal(503, what, message, { "retry-after": "10" }));
  }
}

/** @param {Request} request @param {Env} env */
async function answer(request, env) {
  const url = new URL(request.url);
  if (request.url.length > LONGEST_URL) throw malformed("url", "a shorter one", "a long one");
  const here = OPERATIONS.flatMap((operation) => {
    const path = matchPath(operation.path, url.pathname);
    return path === undefined ? [] : [{ operation, path }];
  });
  if (here.length === 0) return serveDashboard(request, env);
  // HEAD is GET without a body.
  const method = request.method === "HEAD" ? "GET" : request.method;
  const found = here.find(({ operation }) => operation.method === method);
  if (found === undefined) {
    const allow = here.map(({ operation }) => operation.method).join(", ");
    const message = `method: expected ${allow}, found another`;
    throw new Refusal(405, "request.method", message, { allow });
  }
  const { operation, path } = found;
  // Authenticate first, so that strangers learn nothing about the rest of the request.
  const caller = operation.token ? await callerOf(request, env) : undefined;
  const response = await operation.run({
    ...{ env, settings: settingsOf(env), now: Date.now() },
    path: pathOf(operation, path),
    query: queryOf(operation, url),
    headers: headersOf(operation, request),
    caller: /** @type {any} */ (caller),
    body: operation.body ? await parseBody(bodyOf(operation), request) : undefined,
  });
  return request.method === "HEAD" ? new Response(null, response) : response;
}

/** Serves the dashboard. @param {Request} request @param {Env} env */
async function serveDashboard(request, env) {
  const unknown = new Refusal(404, "path.unknown", "path: expected one of the API, found another");
  if (env.ASSETS === undefined || !["GET", "HEAD"].includes(request.method)) throw unknown;
  const file = await env.ASSETS.fetch(request);
  if (file.status === 404) throw unknown;
  return file;
}

/**
 * Returns the raw parameters of a path, or undefined if the template does not match.
 *
 * @param {string} template
 * @param {string} path
 */
function matchPath(template, path) {
  const [wanted, found] = [template.split("/"), path.split("/")];
  if (wanted.length !== found.length) return undefined;
  /** @type {Record<string, string>} */
  const parameters = {};
  for (const [at, part] of wanted.entries()) {
    const text = found[at] ?? "";
    const name = /^\{(.*)\}$/.exec(part)?.[1];
    if (name === undefined ? part !== text : text === "") return undefined;
    if (name !== undefined) parameters[name] = text;
  }
  return parameters;
}

/** @param {Operation} operation @param {Record<string, string>} path */
function pathOf({ parameters = {} }, path) {
  /** @type {Record<string, any>} */
  const values = {};
  for (const [name, schema] of Object.entries(parameters)) {
    try {
      values[name] = decodeURIComponent(path[name] ?? "");
    } catch {
      throw malformed(name, "text in UTF-8, percent-encoded", "another");
    }
    validate(schema, values[name], name);
  }
  return values;
}

/** @param {Operation} operation @param {URL} url */
function queryOf({ query = {} }, url) {
  const given = [...url.searchParams];
  for (const [name] of given) {
    if (!Object.hasOwn(query, name)) {
      const known = Object.keys(query).join(", ") || "none";
      throw malformed("query", `parameters out of ${known}`, "another");
    }
  }
  return valuesOf(query, (name) => {
    const values = url.searchParams.getAll(name);
    if (values.length > 1) throw malformed(name, "one value", "several");
    return values[0] ?? null;
  });
}

/** @param {Operation} operation @param {Request} request */
const headersOf = ({ headers = {} }, request) =>
  valuesOf(headers, (name) => request.headers.get(name));

/**
 * @param {Record<string, any>} schemas
 * @param {(name: string) => string | null} read
 */
function valuesOf(schemas, read) {
  /** @type {Record<string, any>} */
  const values = {};
  for (const [name, schema] of Object.entries(schemas)) {
    const text = read(name);
    if (text === null && "default" in schema) {
      values[name] = schema.default;
      continue;
    }
    if (text === null) throw malformed(name, "a value", "none");
    const plain = schema.type === "integer" && /^(?:0|-?[1-9][0-9]{0,15})$/.test(text);
    values[name] = plain ? Number(text) : text;
    validate(schema, values[name], name);
  }
  return values;
}

/** @param {any} schema @param {Request} request */
async function parseBody(schema, request) {
  const type = request.headers.get("content-type") ?? "";
  if (!/^application\/json\s*(?:;\s*charset=utf-8\s*)?$/i.test(type)) {
    const message = "content-type: expected application/json, found another";
    throw new Refusal(415, "request.type", message);
  }
  const bytes = await readBody(request);
  let value;
  try {
    value = JSON.parse(canonicalJson(bytes));
  } catch (error) {
    throw malformed("body", "strict JSON", /** @type {Error} */ (error).message);
  }
  validate(schema, value, "body");
  return value;
}

/** @param {Request} request */
async function readBody(request) {
  const tooLarge = () =>
    new Refusal(413, "request.too-large", `body: expected ${MOST_BODY} bytes at most, found more`);
  if (Number(request.headers.get("content-length") ?? 0) > MOST_BODY) throw tooLarge();
  /** @type {Uint8Array<ArrayBuffer>[]} */
  const chunks = [];
  let size = 0;
  const reader = request.body?.getReader();
  for (;;) {
    const { done, value } = (await reader?.read()) ?? { done: true, value: undefined };
    if (done) break;
    size += value.length;
    if (size > MOST_BODY) {
      await reader?.cancel();
      throw tooLarge();
    }
    chunks.push(value);
  }
  return new Uint8Array(await new Blob(chunks).arrayBuffer());
}

/** @param {any} schema @param {any} value @param {string} name */
function validate(schema, value, name) {
  const wrong = problem(schema, value, name);
  if (wrong !== undefined) throw new Refusal(400, "request.malformed", wrong);
}

/** @param {string} thing @param {string} expected @param {string} found */
const malformed = (thing, expected, found) =>
  new Refusal(400, "request.malformed", `${thing}: expected ${expected}, found ${found}`);
