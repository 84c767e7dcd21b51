// The operations of the API. Routing, validation and `/openapi.json` are derived from them.

import { z } from "@hono/zod-openapi";
import { version } from "proofmark";

import { jsonResponse, requireKnown, publicResponse, publicJsonResponse } from "./answers.js";
import { api, content, operation } from "./http.js";
import { mustBeAdmin } from "./auth.js";
import { readClaim, drawClaim, listClaims, agentPagePath } from "../published/claim.js";
import { listRuns, subjectRecordFile } from "../published/history.js";
import { trustFile } from "../published/keys.js";
import {
  proveConsistencySince,
  newestCheckpoint,
  recordFile,
  recordWithProof,
  runState,
} from "../published/records.js";
import * as schemas from "./schemas.js";
import { explainScore, computeScore, readSnapshot } from "../published/signals.js";
import { readStatus } from "./status.js";
import { listSubjects, postRun, putSubject, removeSubject } from "./subjects.js";

const { HASH, ID, text, integerSchema: whole } = schemas;
const NOTE = "text/plain; charset=utf-8";
const LINES = "application/x-ndjson";

const subjectPath = { params: z.strictObject({ id: ID }) };
const hashPath = { params: z.strictObject({ id: HASH }) };
/** Headers that identify a request, so that it cannot be replayed. */
const headers = z.object({
  "idempotency-key": z
    .string()
    .regex(/^[A-Za-z0-9_-]{16,128}$/)
    .describe("A unique key of this request; a reused one is refused."),
  "proofmark-time": whole(0, 253_402_300_799_999).describe(
    "The time of the request in milliseconds since 1970, within 300 s of now.",
  ),
});
/** @param {Parameters<typeof content>} described */
const body = (...described) => ({ ...content(...described), required: true });

operation(
  {
    ...{ method: "get", path: "/subjects/{id}/signals", operationId: "getSignals" },
    summary:
      "The newest signals of a subject: records of its scheduled runs, and its availability.",
    request: subjectPath,
    responses: { 200: content("The signals.", schemas.Signals) },
    refuses: [404],
  },
  async ({ env, path: { id } }) => {
    const { subject, signals = [] } = requireKnown("subject", await readSnapshot(env, id));
    return publicJsonResponse({ subject, signals });
  },
);

operation(
  {
    ...{ method: "get", path: "/scores/{id}", operationId: "getScore" },
    summary:
      "The trust score of a subject, and how it comes about. It must not be the sole ground for excluding anyone.",
    request: subjectPath,
    responses: { 200: content("The score.", schemas.Score) },
    refuses: [404],
  },
  async ({ env, path: { id } }) => {
    const snapshot = requireKnown("subject", await readSnapshot(env, id));
    const explanation = explainScore(snapshot);
    return publicJsonResponse({ ...(await computeScore(env, snapshot)), explanation });
  },
);

operation(
  {
    ...{ method: "get", path: "/records/{id}", operationId: "getRecord" },
    summary: "A record with its inclusion proof under the newest checkpoint.",
    request: hashPath,
    responses: { 200: content("The record.", schemas.Record) },
    refuses: [404],
  },
  async ({ env, path: { id } }) =>
    publicJsonResponse(requireKnown("record", await recordWithProof(env, id))),
);

operation(
  {
    ...{ method: "get", path: "/runs/{id}", operationId: "getRun" },
    summary: "The state of a run. Its seed is published with its records, after it has closed.",
    request: hashPath,
    responses: { 200: content("The run.", schemas.Run) },
    refuses: [404],
  },
  async ({ env, path: { id } }) => publicJsonResponse(requireKnown("run", await runState(env, id))),
);

operation(
  {
    ...{ method: "get", path: "/checkpoint", operationId: "getCheckpoint" },
    summary: "The newest checkpoint of the log, a C2SP signed note.",
    responses: { 200: content("The note.", z.string(), NOTE) },
    refuses: [404],
  },
  async ({ env }) => publicResponse(requireKnown("checkpoint", await newestCheckpoint(env)), NOTE),
);

operation(
  {
    ...{ method: "get", path: "/consistency", operationId: "getConsistency" },
    summary: "The consistency proof from an earlier checkpoint, given by its size, to the newest.",
    request: { query: z.strictObject({ from: whole(1, Number.MAX_SAFE_INTEGER) }) },
    responses: { 200: content("The proof.", schemas.Consistency) },
    refuses: [404],
  },
  async ({ env, query: { from } }) =>
    publicJsonResponse(requireKnown("checkpoint", await proveConsistencySince(env, from))),
);

operation(
  {
    ...{ method: "get", path: "/records.ndjson", operationId: "getRecords" },
    summary: "Every logged record as one record file, streamed, for `proofmark verify`.",
    request: {
      query: z.strictObject({
        from: whole(0, Number.MAX_SAFE_INTEGER)
          .optional()
          .describe(
            "Returns a page of about 1,000 records instead: those after so many. The link `next` is the page after it; the pages together are the file.",
          ),
      }),
    },
    responses: { 200: content("The record file.", z.string(), LINES) },
    limited: true,
    refuses: [404],
  },
  async ({ env, query: { from } }) => {
    const { stream, total, next } = requireKnown("page", await recordFile(env, from));
    return publicResponse(stream, LINES, {
      etag: `"${from ?? ""}-${next ?? total}"`,
      // A page with a successor never changes.
      "cache-control": `public, max-age=${next === undefined ? 60 : 31_536_000}`,
      ...(next === undefined ? {} : { link: `</records.ndjson?from=${next}>; rel="next"` }),
    });
  },
);

operation(
  {
    ...{ method: "get", path: "/subjects/{id}/records.ndjson", operationId: "getSubjectRecords" },
    summary:
      "The newest runs of a subject as one record file: whole runs, each record with its inclusion proof.",
    request: {
      ...subjectPath,
      query: z.strictObject({
        runs: whole(1, 100).default(20).describe("The maximum number of runs."),
      }),
    },
    responses: { 200: content("The record file.", z.string(), LINES) },
    refuses: [404],
  },
  async ({ env, path: { id }, query: { runs } }) => {
    const { stream, etag } = requireKnown("subject", await subjectRecordFile(env, id, runs));
    return publicResponse(stream, LINES, { etag });
  },
);

operation(
  {
    ...{ method: "get", path: "/subjects/{id}/runs", operationId: "getSubjectRuns" },
    summary:
      "The published runs of a subject, newest first, in pages. Only scheduled runs are scored.",
    request: {
      ...subjectPath,
      query: z.strictObject({
        before: whole(0, Number.MAX_SAFE_INTEGER)
          .default(Number.MAX_SAFE_INTEGER)
          .describe("`next` of the previous page."),
        limit: whole(1, 100).default(50),
      }),
    },
    responses: { 200: content("A page of runs.", schemas.SubjectRuns) },
    refuses: [404],
  },
  async ({ env, path: { id }, query }) =>
    publicJsonResponse(requireKnown("subject", await listRuns(env, id, query))),
);

operation(
  {
    ...{ method: "get", path: "/agents.json", operationId: "getAgents" },
    summary: "All subjects with their scores, and figures of their newest scheduled questions.",
    responses: { 200: content("The list.", schemas.Agents) },
  },
  ({ env, now }) =>
    publicResponse(listClaims(env, now), "application/json", {
      // The list may be a minute old. It is not read again within that minute.
      etag: `W/"${Math.floor(now / 60_000)}"`,
      "cache-control": "public, max-age=60",
    }),
);

operation(
  {
    ...{ method: "get", path: "/subjects/{id}/badge.svg", operationId: "getBadge" },
    summary:
      "The trust score of a subject as an image. An image proves nothing: it links to the page that verifies the records.",
    request: subjectPath,
    responses: { 200: content("The image.", z.string(), "image/svg+xml") },
    refuses: [404],
  },
  async ({ env, path: { id }, now }) =>
    publicResponse(drawClaim(await readClaim(env, id, now), agentPagePath(id)), "image/svg+xml", {
      "cache-control": "public, max-age=300",
    }),
);

operation(
  {
    ...{ method: "get", path: "/subjects/{id}/shield.json", operationId: "getShield" },
    summary: "The trust score of a subject for the endpoint badge of shields.io.",
    request: subjectPath,
    responses: { 200: content("The badge.", schemas.Shield) },
    refuses: [404],
  },
  async ({ env, path: { id }, now }) =>
    publicJsonResponse({ schemaVersion: 1, ...(await readClaim(env, id, now)) }),
);

operation(
  {
    ...{ method: "get", path: "/trust.json", operationId: "getTrust" },
    summary: "The trust file: every key that ever signed here, with its validity.",
    responses: { 200: content("The trust file.", schemas.Trust) },
  },
  async ({ env }) => publicJsonResponse(await trustFile(env)),
);

/** The OpenAPI document, cached because generating it takes milliseconds. @type {object | undefined} */
let description;

operation(
  {
    ...{ method: "get", path: "/openapi.json", operationId: "getOpenApi" },
    summary: "This description.",
    responses: { 200: content("OpenAPI 3.1.", z.looseObject({})) },
  },
  () => {
    description ??= api.getOpenAPI31Document({
      openapi: "3.1.0",
      info: {
        title: "proofmark",
        version: version(),
        description:
          "Evaluates agents, and publishes records that anyone can verify. A record does not prove that the endpoint really sent the text, or when; who owns it; or whether other runs were made and not published.",
        license: { name: "MIT OR Apache-2.0" },
      },
      servers: [{ url: "/" }],
    });
    return publicJsonResponse(description);
  },
);

operation(
  {
    ...{ method: "get", path: "/status", operationId: "getStatus", token: true },
    summary: "Open and waiting runs by key, and the logs. Requires the admin's token.",
    responses: { 200: content("The status.", schemas.Status) },
  },
  async ({ env, caller }) => {
    mustBeAdmin(caller);
    return jsonResponse(200, await readStatus(env));
  },
);

operation(
  {
    ...{ method: "post", path: "/subjects", operationId: "postSubject", token: true },
    summary:
      "Registers a subject (admin only), or updates how it is asked (admin or the subject's token).",
    request: { headers, body: body("The subject, and how it is asked.", schemas.NewSubject) },
    responses: {
      200: content("The subject was updated.", schemas.PutSubject),
      201: content(
        "The subject was registered. The response contains its token, which is never shown again.",
        schemas.PutSubject,
      ),
    },
    refuses: [422],
  },
  putSubject,
);

operation(
  {
    ...{ method: "get", path: "/subjects", operationId: "listSubjects", token: true },
    summary:
      "The subjects sorted by id, in pages, including removed ones. Requires the admin's token.",
    request: {
      query: z.strictObject({
        after: text(512, 0).default("").describe("`next` of the previous page."),
      }),
    },
    responses: { 200: content("A page of subjects.", schemas.Subjects) },
  },
  listSubjects,
);

operation(
  {
    ...{ method: "delete", path: "/subjects/{id}", operationId: "deleteSubject", token: true },
    summary:
      "Removes a subject. Its published records stay in the log. Requires the admin's token.",
    request: { ...subjectPath, headers },
    responses: { 200: content("The subject was removed.", schemas.RemovedSubject) },
    refuses: [404],
  },
  removeSubject,
);

operation(
  {
    ...{ method: "post", path: "/runs", operationId: "postRun", token: true },
    summary:
      "Evaluates a subject now. The response commits to the run's seed before any question is asked.",
    request: { headers, body: body("The subject to evaluate.", schemas.NewRun) },
    responses: { 202: content("The created runs.", schemas.CreatedRuns) },
    refuses: [404, 429],
  },
  postRun,
);

export { api };
