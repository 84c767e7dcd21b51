// Asks one misbehaving endpoint, on whatever host this runs, and says what came of it.

/** A text that no record, line or error may hold. */
const SECRET = "sk-never-to-be-seen";

/**
 * @typedef {object} Behaviour
 * @property {string} name
 * @property {string} origin
 * @property {string} path
 * @property {number} budgetMs
 * @property {number} retries
 * @property {import("../../pkg/index.d.ts").Protocol} protocol
 * @property {Partial<import("../../pkg/index.d.ts").Target>} [target]
 * @property {"math"} family
 * @property {string} seed
 * @property {string} subject
 * @property {boolean} allowPrivate
 * @property {boolean} [publicOnly]
 * @property {boolean} [crossOrigin]
 * @property {Record<string, Found>} ends
 */

/** @typedef {{ outcome: string, status: string, cause?: string }} Found */

/**
 * @param {Pick<typeof import("../../pkg/index.d.ts"), "evaluate">} api
 * @param {Behaviour} behaviour
 * @param {Record<string, string>} origins
 */
export async function askOnce({ evaluate }, behaviour, origins) {
  const { origin, path, budgetMs: budget, retries, protocol, family, ...rest } = behaviour;
  const { seed, subject, allowPrivate, publicOnly = true, crossOrigin = false, target } = rest;
  /** @type {unknown[]} */
  const events = [];
  const { records, lines } = await evaluate({
    endpoint: `${origins[origin]}${path}?key=${SECRET}`,
    headers: { authorization: `Bearer ${SECRET}` },
    families: [family],
    onEvent: (event) => events.push(event),
    ...{
      subject,
      protocol,
      seed,
      budget,
      retries,
      allowPrivate,
      publicOnly,
      crossOrigin,
      firstContact: "record",
    },
    ...target,
  });
  const [record] = records;
  if (record === undefined) throw new Error("expected one record, found none");
  const { status, data } = record;
  const { outcome, cause } = data;
  return {
    records: records.length,
    found: { outcome, status, ...(cause === undefined ? {} : { cause }) },
    leaked: JSON.stringify([records, lines, events]).includes(SECRET),
  };
}
