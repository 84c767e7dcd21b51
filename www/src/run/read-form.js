// Reads and checks the fields that all runs have.

import { text } from "../text.js";
import { parseHeaders } from "./parse-headers.js";

const labels = text.run;
export const MAX_QUESTIONS = 1000;
export const MAX_SECONDS = 600;
export const MAX_CONCURRENCY = 64;

/** The header of an API key, by protocol. @type {Partial<Record<import("proofmark").Protocol, (key: string) => [name: string, value: string]>>} */
export const KEY_HEADERS = {
  openai: (key) => ["authorization", `Bearer ${key}`],
  "openai-responses": (key) => ["authorization", `Bearer ${key}`],
  anthropic: (key) => ["x-api-key", key],
  broker: (key) => ["x-api-key", key],
};

/**
 * Reads the options and headers from the form. Returns them with the error messages by field.
 *
 * @param {FormData} form
 * @param {import("proofmark").Protocol} protocol
 * @param {boolean} isFleet True if the fields of an endpoint are hidden and do not apply.
 */
export function readForm(form, protocol, isFleet) {
  const value = (/** @type {string} */ name) => String(form.get(name) ?? "").trim();
  /** @type {Record<string, string>} */
  const errors = {};
  const families = /** @type {import("proofmark").Family[]} */ (form.getAll("family").map(String));
  if (families.length === 0) errors.family = labels.familiesMissing;
  const questions = Number(value("questions"));
  if (!Number.isInteger(questions) || questions < 1 || questions > MAX_QUESTIONS)
    errors.questions = labels.questionsWrong;
  const budget = Number(value("budget"));
  if (!(budget >= 1 && budget <= MAX_SECONDS)) errors.budget = labels.budgetWrong;
  const concurrency = form.has("concurrency") ? Number(value("concurrency")) : 1;
  if (!Number.isInteger(concurrency) || concurrency < 1 || concurrency > MAX_CONCURRENCY)
    errors.concurrency = labels.concurrencyWrong;
  const { headers, wrong } = parseHeaders(isFleet ? "" : value("headers"));
  if (wrong !== undefined) errors.headers = wrong;
  const key = isFleet ? "" : value("apiKey");
  const [name, content] = (key !== "" && KEY_HEADERS[protocol]?.(key)) || [];
  if (name !== undefined && content !== undefined) {
    if (Object.keys(headers).some((other) => other.toLowerCase() === name))
      errors.apiKey = labels.headersTwice(name);
    headers[name] = content;
  }
  const policy = value("policy") === "committed" ? "committed" : "literal";
  const options = {
    families,
    questions,
    policy: /** @type {import("proofmark").Policy} */ (policy),
    budget: Math.round(1000 * budget),
    concurrency,
  };
  return { errors, options, headers };
}
