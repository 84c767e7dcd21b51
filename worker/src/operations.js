// The operations of the API. The router and `/openapi.json` are derived from this list.

import { Refusal, answered, published, publishedJson } from "./answers.js";
import { mustBeAdmin } from "./auth.js";
import { trustFile } from "./keys.js";
import { documentOf } from "./openapi.js";
import { growthSince, newestCheckpoint, recordFile, recordWithProof, runState } from "./records.js";
import { HASH, ID, SCHEMAS, ref } from "./schemas.js";
import { scoreOf, snapshotOf } from "./signals.js";
import { statusOf } from "./status.js";
import { listSubjects, postRun, putSubject, removeSubject } from "./subjects.js";

/** @typedef {import("./settings.js").Env} Env */

/**
 * The input of an operation.
 *
 * @typedef {object} Asked
 * @property {Env} env
 * @property {import("./settings.js").Settings} settings
 * @property {Record<string, any>} path
 * @property {Record<string, any>} query
 * @property {Record<string, any>} headers
 * @property {import("./auth.js").Caller} caller Only if the operation requires a token.
 * @property {any} body
 * @property {number} now
 */

/**
 * @typedef {object} Operation
 * @property {"GET" | "POST" | "DELETE"} method
 * @property {string} path
 * @property {string} name
 * @property {string} about
 * @property {Record<string, object>} [parameters] Of the path.
 * @property {Record<string, object>} [query] Required unless they have a default.
 * @property {Record<string, object>} [headers] All required.
 * @property {boolean} [token]
 * @property {any} [body]
 * @property {Record<string, { about: string, type?: string, schema?: object }>} answers
 * @property {number[]} refuses
 * @property {(asked: Asked) => Response | Promise<Response>} run
 */

const unknown = (/** @type {string} */ thing) =>
  new Refusal(404, `${thing}.unknown`, `${thing}: expected one that is known, found another`);

/** Headers that identify a request, so that it cannot be replayed. */
const ONCE = {
  "idempotency-key": {
    type: "string",
    pattern: "^[A-Za-z0-9_-]{16,128}$",
    description: "A unique key of this request; a reused one is refused.",
  },
  "proofmark-time": {
    type: "integer",
    minimum: 0,
    maximum: 253_402_300_799_999,
    description: "The time of the request in milliseconds since 1970, within 300 s of now.",
  },
};

/** @type {Operation[]} */
export const OPERATIONS = [
  {
    ...{ method: "GET", path: "/subjects/{id}/signals", name: "getSignals" },
    about: "The newest signals of a subject.",
    parameters: { id: ID },
    answers: { 200: { about: "The signals.", schema: ref("Signals") } },
    refuses: [400, 404],
    async run({ env, path: { id } }) {
      const snapshot = await snapshotOf(env, id);
      if (snapshot === undefined) throw unknown("subject");
      return publishedJson({ subject: snapshot.subject, signals: snapshot.signals ?? [] });
    },
  },
  {
    ...{ method: "GET", path: "/scores/{id}", name: "getScore" },
    about: "The trust score of a subject. It must not be the sole ground for excluding anyone.",
    parameters: { id: ID },
    answers: { 200: { about: "The score.", schema: ref("Score") } },
    refuses: [400, 404],
    async run({ env, path: { id } }) {
      const snapshot = await snapshotOf(env, id);
      if (snapshot === undefined) throw unknown("subject");
      return publishedJson(await scoreOf(env, snapshot));
    },
  },
  {
    ...{ method: "GET", path: "/records/{id}", name: "getRecord" },
    about: "A record with its inclusion proof under the newest checkpoint.",
    parameters: { id: HASH },
    answers: { 200: { about: "The record.", schema: ref("Record") } },
    refuses: [400, 404],
    async run({ env, path: { id } }) {
      const record = await recordWithProof(env, id);
      if (record === undefined) throw unknown("record");
      return publishedJson(record);
    },
  },
  {
    ...{ method: "GET", path: "/runs/{id}", name: "getRun" },
    about: "The state of a run. Its seed is published with its records, after it has closed.",
    parameters: { id: HASH },
    answers: { 200: { about: "The run.", schema: ref("Run") } },
    refuses: [400, 404],
    async run({ env, path: { id } }) {
      const run = await runState(env, id);
      if (run === undefined) throw unknown("run");
      return publishedJson(run);
    },
  },
  {
    ...{ method: "GET", path: "/checkpoint", name: "getCheckpoint" },
    about: "The newest checkpoint of the log, a C2SP signed note.",
    answers: { 200: { about: "The note.", type: "text/plain; charset=utf-8" } },
    refuses: [404],
    async run({ env }) {
      const note = await newestCheckpoint(env);
      if (note === undefined) throw unknown("checkpoint");
      return published(note, "text/plain; charset=utf-8");
    },
  },
  {
    ...{ method: "GET", path: "/consistency", name: "getConsistency" },
    about: "The consistency proof from an earlier checkpoint, given by its size, to the newest.",
    query: { from: { type: "integer", minimum: 1, maximum: 9_007_199_254_740_991 } },
    answers: { 200: { about: "The proof.", schema: ref("Consistency") } },
    refuses: [400, 404],
    async run({ env, query: { from } }) {
      const proof = await growthSince(env, from);
      if (proof === undefined) throw unknown("checkpoint");
      return publishedJson(proof);
    },
  },
  {
    ...{ method: "GET", path: "/records.ndjson", name: "getRecords" },
    about: "Every logged record as one record file, streamed, for `proofmark verify`.",
    answers: { 200: { about: "The record file.", type: "application/x-ndjson" } },
    refuses: [],
    run: ({ env }) => published(recordFile(env), "application/x-ndjson"),
  },
  {
    ...{ method: "GET", path: "/trust.json", name: "getTrust" },
    about: "The trust file: every key that ever signed here, with its validity.",
    answers: { 200: { about: "The trust file.", schema: ref("Trust") } },
    refuses: [],
    run: async ({ env }) => publishedJson(await trustFile(env)),
  },
  {
    ...{ method: "GET", path: "/openapi.json", name: "getOpenApi" },
    about: "This description.",
    answers: { 200: { about: "OpenAPI 3.1.", schema: { type: "object" } } },
    refuses: [],
    run: () => publishedJson(documentOf(OPERATIONS)),
  },
  {
    ...{ method: "GET", path: "/status", name: "getStatus", token: true },
    about: "Open and waiting runs by key, and the logs. Requires the admin's token.",
    answers: { 200: { about: "The status.", schema: ref("Status") } },
    refuses: [403],
    async run({ env, caller }) {
      mustBeAdmin(caller);
      return answered(200, await statusOf(env));
    },
  },
  {
    ...{ method: "POST", path: "/subjects", name: "postSubject", token: true, headers: ONCE },
    about:
      "Registers a subject (admin only), or updates how it is asked (admin or the subject's token).",
    body: "NewSubject",
    answers: {
      200: { about: "The subject was updated.", schema: ref("PutSubject") },
      201: {
        about:
          "The subject was registered. The response contains its token, which is never shown again.",
        schema: ref("PutSubject"),
      },
    },
    refuses: [400, 403, 409, 413, 415, 422],
    run: putSubject,
  },
  {
    ...{ method: "GET", path: "/subjects", name: "listSubjects", token: true },
    about:
      "The subjects sorted by id, in pages, including removed ones. Requires the admin's token.",
    query: {
      after: {
        type: "string",
        maxLength: 512,
        default: "",
        description: "`next` of the previous page.",
      },
    },
    answers: { 200: { about: "A page of subjects.", schema: ref("Subjects") } },
    refuses: [400, 403],
    run: listSubjects,
  },
  {
    ...{ method: "DELETE", path: "/subjects/{id}", name: "deleteSubject", token: true },
    about: "Removes a subject. Its published records stay in the log. Requires the admin's token.",
    parameters: { id: ID },
    headers: ONCE,
    answers: { 200: { about: "The subject was removed.", schema: ref("LeftSubject") } },
    refuses: [400, 403, 404, 409],
    run: removeSubject,
  },
  {
    ...{ method: "POST", path: "/runs", name: "postRun", token: true, headers: ONCE },
    about:
      "Evaluates a subject now. The response commits to the run's seed before any question is asked.",
    body: "NewRun",
    answers: { 202: { about: "The created runs.", schema: ref("MadeRuns") } },
    refuses: [400, 403, 404, 409, 413, 415, 429],
    run: postRun,
  },
];

/** Returns the schema of an operation's body. @param {Operation} operation */
export const bodyOf = ({ body }) => /** @type {any} */ (SCHEMAS)[body];
