// JSON Schemas of requests and responses. Those of requests use only the keywords that `shape.js`
// supports.

const TEXT = (/** @type {number} */ most) => ({ type: "string", minLength: 1, maxLength: most });

/** An id appears in URLs and lines, so it has no control characters and is not a path segment. */
export const ID = {
  type: "string",
  pattern: "^(?!\\.{1,2}$)[^\\u0000-\\u001f\\u007f]+$",
  minLength: 1,
  maxLength: 512,
};
export const HASH = { type: "string", pattern: "^[0-9a-f]{64}$" };
const TIME = { type: "string", format: "date-time" };
const LATER = { type: ["string", "null"], format: "date-time" };
const SINCE = {
  ...TIME,
  description: "The time at which the oldest of them was created, or closed.",
};
const COUNT = { type: "integer", minimum: 0 };

/** @param {string} name */
export const ref = (name) => ({ $ref: `#/components/schemas/${name}` });

/**
 * Returns the schema of an object without other members.
 *
 * @param {Record<string, any>} properties
 * @param {string[]} [required]
 */
const exactly = (properties, required = Object.keys(properties)) => ({
  type: "object",
  additionalProperties: false,
  required,
  properties,
});

/** @param {any} items */
const list = (items) => ({ type: "array", items });

export const SCHEMAS = {
  Error: {
    ...exactly({ code: TEXT(100), message: TEXT(2000) }),
    description: "The reason for a refusal: a stable code and a message.",
  },
  NewSubject: {
    ...exactly(
      {
        id: ID,
        endpoint: {
          ...TEXT(2048),
          description: "The URL of the agent.",
          example: "https://agent.example/a2a",
        },
        protocol: {
          type: "string",
          enum: ["auto", "json", "openai", "openai-responses", "anthropic", "a2a", "mcp", "broker"],
          description: "The protocol of the endpoint. Default: auto.",
        },
        registry: TEXT(100),
        model: TEXT(200),
        jsonBody: { ...TEXT(4096), description: "JSON text with {{prompt}} and {{sessionId}}." },
        replyPointer: { type: "string", maxLength: 500 },
        tool: TEXT(200),
        argument: TEXT(200),
        uaid: TEXT(500),
        agentUrl: TEXT(2048),
        every: {
          type: "string",
          pattern: "^[1-9][0-9]{0,2}[mhd]$",
          description: "The interval between evaluations in minutes, hours or days.",
          example: "1d",
        },
        newToken: { type: "boolean", description: "Replaces the token of a registered subject." },
      },
      ["id", "endpoint"],
    ),
    example: { id: "urn:example:agent", endpoint: "https://agent.example/ask", protocol: "json" },
  },
  PutSubject: exactly(
    {
      subject: exactly({ id: ID }),
      everyMs: COUNT,
      token: { ...TEXT(200), description: "Shown only once; stored as a digest." },
    },
    ["subject", "everyMs"],
  ),
  LeftSubject: exactly({ subject: exactly({ id: ID }) }),
  Subjects: exactly({
    subjects: list(
      exactly({
        ...{ id: ID, endpoint: TEXT(2048), protocol: TEXT(100), everyMs: COUNT },
        due: { ...LATER, description: "The time of the next evaluation." },
        left: { ...LATER, description: "The time at which the subject was removed." },
        restsUntil: {
          ...LATER,
          description: "The time until which the circuit breaker is open.",
        },
        restCause: { type: ["string", "null"] },
      }),
    ),
    next: {
      type: ["string", "null"],
      description: "The `after` of the next page, if there is one.",
    },
  }),
  NewRun: { ...exactly({ subject: ID }), example: { subject: "urn:example:agent" } },
  MadeRuns: exactly({
    subject: ID,
    runs: list(
      exactly({
        runId: { ...HASH, description: "The digest of the run's terms, subject and entropy." },
        families: list({ type: "string", enum: ["math", "science"] }),
        questions: COUNT,
      }),
    ),
  }),
  Run: exactly({
    runId: HASH,
    subject: ID,
    state: { type: "string", enum: ["open", "closed", "logged"] },
    questions: COUNT,
    records: COUNT,
    at: TIME,
  }),
  Record: {
    type: "object",
    description: "A record as specified by docs/schema/record.schema.json.",
    required: ["signalId", "status", "fetchedAt", "sources", "subject", "data", "proof"],
    properties: {
      signalId: { type: "string", enum: ["simple-evals.math", "simple-evals.science"] },
      status: { type: "string", enum: ["ok", "missing", "timeout", "error", "stale"] },
      fetchedAt: TIME,
      sources: list({ type: "string" }),
      subject: { type: "object", required: ["id"] },
      data: { type: "object", required: ["terms", "runId", "questionId", "draw", "outcome"] },
      proof: { anyOf: [{ type: "object" }, list({ type: "object" })] },
    },
  },
  Signals: exactly({
    subject: { type: "object", required: ["id"], properties: { id: ID } },
    signals: list({
      type: "object",
      required: ["signalId", "status", "fetchedAt"],
      properties: { signalId: TEXT(200), status: TEXT(20), fetchedAt: TIME },
    }),
  }),
  Score: {
    type: "object",
    description: "The HCS-25 trust score as specified by docs/hcs25.md.",
    required: ["subject", "trustScores", "trustScore", "trustScoreConfigVersion", "breakdown"],
    properties: {
      subject: exactly({ id: ID, who: list({ type: "string" }) }, ["id"]),
      trustScore: { type: "number", minimum: 0, maximum: 100 },
      trustScores: { type: "object", additionalProperties: { type: "number" } },
      trustScoreConfigVersion: COUNT,
    },
  },
  Trust: exactly({
    keys: list(
      exactly({ did: TEXT(200), name: TEXT(200), from: TIME, until: TIME }, [
        "did",
        "name",
        "from",
      ]),
    ),
  }),
  Consistency: exactly({ old: TEXT(2000), new: TEXT(2000), hashes: list(HASH) }),
  Status: exactly({
    open: list(exactly({ evaluator: { type: "string" }, runs: COUNT, since: SINCE })),
    waiting: list(
      exactly({ evaluator: { type: "string" }, runs: COUNT, records: COUNT, since: SINCE }),
    ),
    logs: list(exactly({ did: TEXT(200), name: TEXT(200), records: COUNT })),
  }),
};
