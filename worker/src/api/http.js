// The HTTP API on hono: declares operations, authenticates and validates requests, and answers errors.

import { OpenAPIHono, createRoute, z } from "@hono/zod-openapi";
import { bodyLimit } from "hono/body-limit";
import { etag } from "hono/etag";
import { methodNotAllowed } from "hono/method-not-allowed";
import { canonicalJson } from "proofmark";

import { Refusal, preflight, refusalResponse } from "./answers.js";
import { authenticateCaller } from "./auth.js";
import { Failure, RECORD } from "./schemas.js";
import { ConfigurationError, loadSettings } from "../settings.js";

/** @typedef {import("../settings.js").Env} Env */
/** @typedef {import("../settings.js").Settings} Settings */
/** @typedef {import("./auth.js").Caller} Caller */
/** @typedef {{ Bindings: Env, Variables: { caller: Caller, settings: Settings } }} Types */
/** @typedef {import("hono").MiddlewareHandler<Types>} Middleware */
/** @typedef {Parameters<typeof createRoute>[0]} RouteConfig */

/**
 * The input of a handler. Parameters and body are validated.
 *
 * @typedef {object} Asked
 * @property {Env} env
 * @property {Settings} settings
 * @property {number} now
 * @property {Caller} caller Only if the operation requires a token.
 * @property {any} path
 * @property {any} query
 * @property {any} headers
 * @property {any} body
 */

/** The maximum size of a body in bytes. */
const MOST_BODY = 16_384;
const LONGEST_URL = 4_096;

/** @param {string} message */
const malformed = (message) => new Refusal(400, "request.malformed", message);

/** @type {OpenAPIHono<Types>} */
export const api = new OpenAPIHono({
  // Match the raw path. By default, hono decodes it first.
  getPath: (request) => new URL(request.url).pathname,
  defaultHook({ target, ...result }) {
    const issue = result.success ? undefined : result.error.issues[0];
    if (issue === undefined) return;
    const base = target === "json" ? "body" : issue.path.length === 0 ? target : [];
    throw malformed(`${[base, issue.path].flat().join(".")}: ${issue.message}`);
  },
});

api.use(async ({ req }, next) => (req.method === "OPTIONS" ? preflight() : next()));

api.use(
  methodNotAllowed({
    app: api,
    onMethodNotAllowed(_, methods) {
      const allow = methods.filter((method) => method !== "HEAD").join(", ");
      const message = `method: expected ${allow}, found another method`;
      return refusalResponse(new Refusal(405, "request.method", message, { allow }));
    },
  }),
);

api.use(async ({ req }, next) => {
  if (req.url.length > LONGEST_URL) throw malformed(`url: longer than ${LONGEST_URL} bytes`);
  await next();
});

/** Serves the dashboard. */
api.notFound(async ({ env, req }) => {
  const asset = ["GET", "HEAD"].includes(req.method) ? await env.ASSETS?.fetch(req.raw) : undefined;
  if (asset !== undefined && asset.status !== 404) return asset;
  const message = "path: not a path of the API";
  return refusalResponse(new Refusal(404, "path.unknown", message));
});

api.onError((error) => {
  if (error instanceof Refusal) return refusalResponse(error);
  console.error(error.stack ?? error.message);
  const [code, message] =
    error instanceof ConfigurationError
      ? ["worker.misconfigured", "The worker is misconfigured: see Settings in its README."]
      : ["store.unavailable", "The database does not answer; retry later."];
  return refusalResponse(new Refusal(503, code, message, { "retry-after": "10" }));
});

/** Authenticates before anything else, so that strangers learn nothing more. @type {Middleware} */
async function authenticate(c, next) {
  c.set("caller", await authenticateCaller(c.req.raw, c.env));
  await next();
}

/** Loads the settings, and refuses a path that hono would leave encoded. @type {Middleware} */
async function prepareRequest(c, next) {
  c.set("settings", loadSettings(c.env));
  try {
    decodeURIComponent(c.req.path);
  } catch {
    throw malformed("path: not percent-encoded UTF-8");
  }
  await next();
}

/** Refuses a visitor who asks for whole files too often. @type {Middleware} */
async function limitRate({ env, req }, next) {
  const key = req.header("cf-connecting-ip") ?? "";
  const allowed = (await env.FILE_LIMITER?.limit({ key }))?.success ?? true;
  if (!allowed) {
    const message = "too many downloads of whole files; retry in a minute";
    throw new Refusal(429, "request.rate", message, { "retry-after": "60" });
  }
  await next();
}

const limitBody = bodyLimit({
  maxSize: MOST_BODY,
  onError() {
    const message = `body: larger than ${MOST_BODY} bytes`;
    throw new Refusal(413, "request.too-large", message);
  },
});

/** Canonicalizes the body, because hono parses it with the lenient `JSON.parse`. @type {Middleware} */
async function requireStrictJson({ req }, next) {
  if (!/^application\/json\s*(?:;\s*charset=utf-8\s*)?$/i.test(req.header("content-type") ?? "")) {
    const message = "content-type: expected application/json, found another type";
    throw new Refusal(415, "request.type", message);
  }
  const bytes = new Uint8Array(await req.raw.arrayBuffer());
  const headers = new Headers(req.raw.headers);
  headers.set("content-type", "application/json");
  try {
    req.raw = new Request(req.raw, { headers, body: canonicalJson(bytes) });
  } catch (error) {
    throw malformed(`body: expected strict JSON, found ${/** @type {Error} */ (error).message}`);
  }
  await next();
}

/** @type {Record<number, string>} */
const REFUSALS = {
  400: "The request is malformed.",
  401: "The token is missing or unknown.",
  403: "The token does not permit this.",
  404: "Not found.",
  405: "The path does not support this method.",
  409: "The request is too old or too new, was carried out before, or conflicts with an open run.",
  413: "The body is too large.",
  415: "The content type is not application/json.",
  422: "The endpoint cannot be asked.",
  429: "Too many requests: of this visitor in a minute, or of the subject's attempts today.",
  503: "The database does not answer, or the worker is misconfigured; retry later.",
};

/**
 * Describes a response or a request body.
 *
 * @param {string} description
 * @param {z.ZodType | { $ref: string }} schema
 * @param {string} [type]
 */
export const content = (description, schema, type = "application/json") => ({
  description,
  content: { [type]: { schema } },
});

/**
 * Declares an operation.
 *
 * @param {Omit<RouteConfig, "middleware"> & { token?: boolean, limited?: boolean, refuses?: number[] }} declaration
 *   `token` requires a token; `limited` limits the requests of a visitor. `refuses` adds statuses to
 *   those that follow from the request.
 * @param {(asked: Asked) => Response | Promise<Response>} handler
 */
export function operation(declaration, handler) {
  const {
    token = false,
    limited = false,
    refuses = [],
    request,
    responses,
    ...route
  } = declaration;
  const body = request?.body === undefined ? [] : [limitBody, requireStrictJson];
  const statuses = [
    ...[400, 405, 503, ...refuses],
    ...(token ? [401, 403] : []),
    ...(limited ? [429] : []),
    ...(request?.headers === undefined ? [] : [409]),
    ...(body.length === 0 ? [] : [413, 415]),
  ];
  api.openapi(
    createRoute({
      ...route,
      ...(token ? { security: [{ token: [] }] } : {}),
      middleware: [
        ...(token ? [authenticate] : [etag()]),
        ...(limited ? [limitRate] : []),
        ...[prepareRequest, ...body],
      ],
      request: { query: z.strictObject({}), ...request },
      responses: {
        ...responses,
        ...Object.fromEntries(
          statuses.map((status) => [status, content(REFUSALS[status] ?? "", Failure)]),
        ),
      },
    }),
    /** @type {any} */ (
      (/** @type {import("hono").Context<Types, string, any>} */ { env, var: vars, req }) =>
        handler({
          ...{ env, settings: vars.settings, caller: vars.caller, now: Date.now() },
          ...{ path: req.valid("param"), query: req.valid("query") },
          ...{ headers: req.valid("header"), body: req.valid("json") },
        })
    ),
  );
}

api.openAPIRegistry.registerComponent("securitySchemes", "token", {
  type: "http",
  scheme: "bearer",
});
api.openAPIRegistry.registerComponent("schemas", "Record", RECORD);
