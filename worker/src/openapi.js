// Generates `/openapi.json` from the list of operations.

import { version } from "proofmark";

import { SCHEMAS, ref } from "./schemas.js";

/** @typedef {import("./operations.js").Operation} Operation */

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
  429: "The subject has too few attempts left today.",
  503: "The database does not answer, or the worker is misconfigured; retry later.",
};

const error = (/** @type {number} */ status) => ({
  description: REFUSALS[status],
  content: { "application/json": { schema: ref("Error") } },
});

/** @param {Operation[]} operations */
export function documentOf(operations) {
  /** @type {Record<string, Record<string, object>>} */
  const paths = {};
  for (const operation of operations) {
    paths[operation.path] = {
      ...paths[operation.path],
      [operation.method.toLowerCase()]: described(operation),
    };
  }
  return {
    openapi: "3.1.0",
    info: {
      title: "proofmark",
      version: version(),
      description:
        "Evaluates agents, and publishes records that anyone can verify. A record does not prove that the endpoint really sent the text, or when; who owns it; or which runs were never published, or only in part.",
      license: { name: "MIT OR Apache-2.0" },
    },
    servers: [{ url: "/" }],
    paths,
    components: {
      schemas: SCHEMAS,
      securitySchemes: { token: { type: "http", scheme: "bearer" } },
    },
  };
}

/** @param {Operation} operation */
function described({ name, about, parameters, query, headers, token, body, answers, refuses }) {
  const refusals = [...refuses, ...(token ? [401] : []), ...(query || body ? [] : [400])];
  const all = [...new Set([...refusals, 405, 503])].sort((a, b) => a - b);
  const given = Object.entries(answers).map(([status, { about, type, schema }]) => [
    status,
    {
      description: about,
      content: { [type ?? "application/json"]: { schema: schema ?? { type: "string" } } },
    },
  ]);
  return {
    operationId: name,
    summary: about,
    parameters: [
      ...listed("path", parameters),
      ...listed("query", query),
      ...listed("header", headers),
    ],
    ...(body
      ? { requestBody: { required: true, content: { "application/json": { schema: ref(body) } } } }
      : {}),
    ...(token ? { security: [{ token: [] }] } : {}),
    responses: Object.fromEntries([...given, ...all.map((status) => [status, error(status)])]),
  };
}

/** @param {string} place @param {Record<string, object>} [parameters] */
const listed = (place, parameters = {}) =>
  Object.entries(parameters).map(([name, schema]) => ({
    ...{ name, in: place, required: !("default" in schema), schema },
  }));
