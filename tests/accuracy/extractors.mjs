// Ways to find the answer in a reply: the package's two readings, or the reference implementation's
// in their place, and two rules that anybody would write first.

/** @typedef {import("./sets.mjs").Row} Row */
/** @typedef {{ answer: string | null, rule?: string }} Reading */
/** @typedef {{ name: string, read: (row: Row) => Reading | null }} Extractor */

/** Reads with the package. @returns {Promise<Extractor[]>} */
export async function ours() {
  const { grade } = await import("proofmark");
  const graded = (/** @type {Row} */ { kind, given, options, response }) =>
    grade(
      /** @type {import("proofmark").GradeRow} */ (
        kind === "math"
          ? { kind, ...(given.length > 0 && { given }), expected: null, response }
          : { kind, options, expected: null, response }
      ),
    );
  return [
    { name: "ours", read: (row) => graded(row).committed },
    { name: "the standard's literal rule", read: (row) => graded(row).literal },
  ];
}

/**
 * Reads with the reference implementation at `url`.
 *
 * @param {string} url
 * @returns {Promise<Extractor[]>}
 */
export async function twin(url) {
  const { number, choice } = await import(url);
  return [
    {
      name: "ours (twin)",
      read: ({ kind, given, options, response }) =>
        kind === "math" ? number(response, given) : choice(response, options),
    },
    { name: "the standard's literal rule", read: literal },
  ];
}

/** The first numeric token; the first standalone capital, or else an option's text. @param {Row} row */
const literal = (row) =>
  row.kind === "math"
    ? { answer: row.response.match(/-?\d+(?:\.\d+)?/)?.[0] ?? null }
    : firstCapital(row);

/** @param {Row} row @returns {Reading} */
function firstCapital({ options, response }) {
  const last = String.fromCharCode(64 + options.length);
  const letter = new RegExp(`\\b[A-${last}]\\b`).exec(response)?.[0];
  if (letter !== undefined) return { answer: letter };
  const reply = response.toLowerCase();
  const place = options.findIndex((text) => text !== "" && reply.includes(text.toLowerCase()));
  return { answer: place < 0 ? null : String.fromCharCode(65 + place) };
}

/** @type {Extractor[]} */
export const BASELINES = [
  {
    name: "first capital + option text",
    read: (row) => (row.kind === "choice" ? firstCapital(row) : null),
  },
  {
    name: "last number",
    read: ({ kind, response }) =>
      kind === "math"
        ? {
            answer:
              response
                .match(/-?\d[\d,]*(?:\.\d+)?/g)
                ?.at(-1)
                ?.replaceAll(",", "") ?? null,
          }
        : null,
  },
];
