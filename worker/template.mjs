// Reads the deployment template, and converts it to options of miniflare.

/** Parses JSON with comments and trailing commas. @param {string} text @returns {any} */
export const parseTemplate = (text) =>
  JSON.parse(text.replace(/^\s*\/\/.*$/gm, "").replace(/,(\s*[}\]])/g, "$1"));

/**
 * Returns the bindings of a template, except its files, as options of miniflare.
 *
 * @param {any} template
 */
export const bindingsOf = ({ compatibility_date, vars, d1_databases, queues, ratelimits }) => ({
  compatibilityDate: compatibility_date,
  bindings: vars,
  d1Databases: Object.fromEntries(
    d1_databases.map((/** @type {any} */ { binding, database_id }) => [binding, database_id]),
  ),
  queueProducers: Object.fromEntries(
    queues.producers.map((/** @type {any} */ { binding, queue }) => [
      binding,
      { queueName: queue },
    ]),
  ),
  queueConsumers: Object.fromEntries(
    queues.consumers.map((/** @type {any} */ one) => [
      one.queue,
      {
        maxBatchSize: one.max_batch_size,
        maxBatchTimeout: one.max_batch_timeout,
        maxRetries: one.max_retries,
        retryDelay: one.retry_delay,
        deadLetterQueue: one.dead_letter_queue,
      },
    ]),
  ),
  ratelimits: Object.fromEntries(
    ratelimits.map((/** @type {any} */ { name, simple }) => [name, { simple }]),
  ),
});
