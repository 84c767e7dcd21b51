// Schemas of requests and responses. Requests are validated; responses are only documented.

import { z } from "@hono/zod-openapi";

import recordSchema from "../../../docs/schema/record.schema.json" with { type: "json" };

// Unlike the messages of zod, these never repeat a value of the request.
z.config({
  customError(issue) {
    switch (issue.code) {
      case "invalid_type":
        if (issue.input === undefined) return "expected a value, found none";
        return `expected ${isInteger(issue.inst) ? "integer" : issue.expected}, found another value`;
      case "invalid_value":
        return `expected one of ${issue.values.join(", ")}, found another value`;
      case "invalid_format":
        return `expected text like ${issue.pattern?.slice(1, -1)}, found another value`;
      case "too_small":
        return `expected ${issue.minimum}${lengthUnit(issue)} at least, found another value`;
      case "too_big":
        return `expected ${issue.maximum}${lengthUnit(issue)} at most, found another value`;
      case "unrecognized_keys":
        return `expected members out of ${memberNames(issue.inst)}, found another`;
    }
  },
});

const lengthUnit = (/** @type {{ origin: string }} */ { origin }) =>
  origin === "string" ? " characters" : "";

/** @param {any} schema */
const isInteger = (schema) => schema.format === "safeint";

/** @param {any} schema */
const memberNames = (schema) => Object.keys(schema.shape).join(", ") || "none";

/**
 * Returns the schema of text with `least` to `most` characters. JSON Schema counts code points, but
 * `max` of zod counts UTF-16 units.
 *
 * @param {number} most
 * @param {number} [least]
 * @param {RegExp} [pattern]
 */
export const text = (most, least = 1, pattern) =>
  (pattern === undefined ? z.string() : z.string().regex(pattern))
    .min(least)
    .refine(
      (value) => [...value].length <= most,
      `expected ${most} characters at most, found another value`,
    )
    .openapi({ maxLength: most });

/** Returns the schema of an integer in a header or a query. @param {number} least @param {number} most */
export const integerSchema = (least, most) =>
  z.preprocess(
    (value) => (/^(?:0|-?[1-9][0-9]{0,15})$/.test(String(value)) ? Number(value) : value),
    z.int().min(least).max(most),
  );

/** An id appears in URLs and lines, so it has no control characters and is not a path segment. */
export const ID = text(512, 1, /^(?!\.{1,2}$)[^\u0000-\u001f\u007f]+$/);
export const HASH = z.string().regex(/^[0-9a-f]{64}$/);
const TIME = z.string().openapi({ format: "date-time" });
const MAYBE_TIME = TIME.nullable();
const SINCE = TIME.describe("The time at which the oldest of them was created, or closed.");
const COUNT = z.int().min(0);
const FAMILY = z.enum(["math", "science"]);
const SUBJECT = z.strictObject({ id: ID });
const intervalSchema = (/** @type {string} */ what) =>
  z.array(z.number()).length(2).describe(`The ends of the 95 % interval of the ${what}.`);

export const Failure = z.strictObject({ code: text(100), message: text(2000) }).openapi("Error", {
  description: "The reason for a refusal: a stable code and a message.",
});

export const NewSubject = z
  .strictObject({
    id: ID,
    endpoint: text(2048).openapi({
      description: "The URL of the agent.",
      example: "https://agent.example/a2a",
    }),
    protocol: z
      .enum(["auto", "json", "openai", "openai-responses", "anthropic", "a2a", "mcp", "broker"])
      .optional()
      .describe("The protocol of the endpoint. Default: auto."),
    registry: text(100).optional().describe("Only the admin may set it."),
    model: text(200).optional(),
    jsonBody: text(4096).optional().describe("JSON text with {{prompt}} and {{sessionId}}."),
    replyPointer: text(500, 0).optional(),
    tool: text(200).optional(),
    argument: text(200).optional(),
    uaid: text(500).optional(),
    agentUrl: text(2048).optional(),
    headers: z
      .record(z.string(), text(1000))
      .optional()
      .openapi({
        description:
          "Headers of requests to the agent, each with the name of a secret. Only the admin may set them, and then only the admin may change the subject.",
        example: { authorization: "Bearer secret:HOL_KEY" },
      }),
    attemptsPerDay: z
      .int()
      .min(1)
      .max(1_000_000)
      .optional()
      .describe("The maximum number of requests a day. Only the admin may set it."),
    every: z
      .string()
      .regex(/^[1-9][0-9]{0,2}[mhd]$/)
      .optional()
      .openapi({
        description:
          "The interval between evaluations in minutes, hours or days. Only the admin may set it.",
        example: "1d",
      }),
    newToken: z.boolean().optional().describe("Replaces the token of a registered subject."),
  })
  .openapi("NewSubject", {
    example: { id: "urn:example:agent", endpoint: "https://agent.example/ask", protocol: "json" },
  });

export const PutSubject = z
  .strictObject({
    subject: SUBJECT,
    everyMs: COUNT,
    token: text(200).optional().describe("Shown only once; stored as a digest."),
  })
  .openapi("PutSubject");

export const RemovedSubject = z.strictObject({ subject: SUBJECT }).openapi("RemovedSubject");

export const Subjects = z
  .strictObject({
    subjects: z.array(
      z.strictObject({
        id: ID,
        endpoint: text(2048),
        protocol: text(100),
        everyMs: COUNT,
        due: MAYBE_TIME.describe("The time of the next evaluation."),
        left: MAYBE_TIME.describe("The time at which the subject was removed."),
        restsUntil: MAYBE_TIME.describe("The time until which the circuit breaker is open."),
        restCause: z.string().nullable(),
        today: z
          .strictObject({
            attempts: COUNT,
            attemptsPerDay: COUNT,
            inputTokens: COUNT,
            outputTokens: COUNT,
          })
          .describe(
            "Requests of this day (UTC), their maximum, and the tokens that replies state.",
          ),
      }),
    ),
    next: z.string().nullable().describe("The `after` of the next page, if there is one."),
  })
  .openapi("Subjects");

export const NewRun = z
  .strictObject({ subject: ID })
  .openapi("NewRun", { example: { subject: "urn:example:agent" } });

export const CreatedRuns = z
  .strictObject({
    subject: ID,
    runs: z.array(
      z.strictObject({
        runId: HASH.describe("The digest of the run's terms, subject and entropy."),
        families: z.array(FAMILY),
        questions: COUNT,
      }),
    ),
  })
  .openapi("CreatedRuns");

export const Run = z
  .strictObject({
    runId: HASH,
    subject: ID,
    state: z.enum(["open", "closed", "logged"]),
    questions: COUNT,
    records: COUNT,
    at: TIME,
  })
  .openapi("Run");

export const SubjectRuns = z
  .strictObject({
    runs: z.array(
      z.strictObject({
        runId: HASH,
        at: TIME.describe("The time of its creation."),
        requested: z.boolean().describe("True if a token's holder asked for it: it is not scored."),
        questions: COUNT,
        answered: COUNT,
        right: COUNT,
      }),
    ),
    next: z.int().nullable().describe("The `before` of the next page, if there is one."),
  })
  .openapi("SubjectRuns");

export const Agents = z
  .strictObject({
    agents: z.array(
      z.strictObject({
        id: ID,
        registry: text(100).optional(),
        state: z
          .enum(["new", "degraded", "stale", "current"])
          .describe(
            "`degraded`: left alone after failures; `stale`: runs stayed out for two intervals.",
          ),
        since: MAYBE_TIME.describe("The time since which it is in this state."),
        at: MAYBE_TIME.describe("The time of its newest record."),
        score: z.number().min(0).max(100).optional(),
        interval: intervalSchema("score").optional(),
        asked: COUNT.optional(),
        answered: COUNT.optional(),
        available: intervalSchema("share answered").optional(),
        right: COUNT.optional(),
        medianMs: z.number().nullable().optional().describe("The median latency of its replies."),
      }),
    ),
  })
  .openapi("Agents");

export const Shield = z
  .strictObject({
    schemaVersion: z.literal(1),
    label: z.string(),
    message: z.string(),
    color: z.string(),
  })
  .openapi("Shield");

export const Signals = z
  .strictObject({
    subject: z.looseObject({ id: ID }),
    signals: z.array(z.looseObject({ signalId: text(200), status: text(20), fetchedAt: TIME })),
  })
  .openapi("Signals");

export const Score = z
  .looseObject({
    subject: z.strictObject({ id: ID, who: z.array(z.string()).optional() }),
    trustScore: z.number().min(0).max(100),
    interval: intervalSchema("score"),
    trustScores: z.record(z.string(), z.number()),
    trustScoreConfigVersion: COUNT,
    breakdown: z.looseObject({}),
    explanation: z.looseObject({}).describe("As `proofmark score --explain` has it."),
  })
  .openapi("Score", { description: "The HCS-25 trust score as specified by docs/hcs25.md." });

export const Trust = z
  .strictObject({
    keys: z.array(
      z.strictObject({ did: text(200), name: text(200), from: TIME, until: TIME.optional() }),
    ),
  })
  .openapi("Trust");

export const Consistency = z
  .strictObject({ old: text(2000), new: text(2000), hashes: z.array(HASH) })
  .openapi("Consistency");

export const Status = z
  .strictObject({
    open: z.array(z.strictObject({ evaluator: z.string(), runs: COUNT, since: SINCE })),
    waiting: z.array(
      z.strictObject({ evaluator: z.string(), runs: COUNT, records: COUNT, since: SINCE }),
    ),
    logs: z.array(z.strictObject({ did: text(200), name: text(200), records: COUNT })),
  })
  .openapi("Status");

const { $defs } = recordSchema;

/** The schema of a record, with references that resolve within an OpenAPI document. */
export const RECORD = JSON.parse(
  JSON.stringify({
    ...{ ...$defs.record, required: [...$defs.record.required, "proof"], $defs },
    description: "A record as specified by docs/schema/record.schema.json.",
  }).replaceAll('"#/$defs/', '"#/components/schemas/Record/$defs/'),
);
export const Record = { $ref: "#/components/schemas/Record" };
