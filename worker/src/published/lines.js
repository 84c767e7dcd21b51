// Reads the records of runs page by page, since replies may be long and memory is limited.

/** @typedef {import("../settings.js").Env} Env */
/** @typedef {{ run_id: string, position: number, record_id: string, bytes: number }} Place */

/** The maximum bytes of lines in a page; a single longer line is a page of its own. */
const PAGE = 1_000_000;

/**
 * Prepares the statement that returns the places of the records of `runs`, in order.
 *
 * @param {Env} env
 * @param {string[]} runs
 */
export const selectRecordPlaces = (env, runs) =>
  env.DB.prepare(
    `SELECT c.run_id, c.position, c.record_id, octet_length(c.line) AS bytes FROM json_each(?1) j
     JOIN records c ON c.run_id = j.value ORDER BY j.key, c.position`,
  ).bind(JSON.stringify(runs));

/**
 * Yields the lines of records, page by page.
 *
 * @param {Env} env
 * @param {Place[]} places Rows of {@link selectRecordPlaces}.
 * @returns {AsyncGenerator<{ run_id: string, position: number, line: string }[], void>}
 */
export async function* readLines(env, places) {
  for (let at = 0; at < places.length;) {
    /** @type {{ run: string, from: number, to: number }[]} */
    const spans = [];
    for (let size = 0, first = at; at < places.length; at++) {
      const { run_id: run, position, bytes } = /** @type {Place} */ (places[at]);
      size += bytes;
      if (at > first && size > PAGE) break;
      const last = spans.at(-1);
      if (last?.run === run) last.to = position;
      else spans.push({ run, from: position, to: position });
    }
    const { results } = await env.DB.prepare(
      `SELECT c.run_id, c.position, c.line FROM json_each(?1) j
       JOIN records c ON c.run_id = j.value ->> 'run'
         AND c.position BETWEEN j.value ->> 'from' AND j.value ->> 'to'
       ORDER BY j.key, c.position`,
    )
      .bind(JSON.stringify(spans))
      .all();
    yield results;
  }
}

const encoder = new TextEncoder();

/**
 * Returns a stream of texts that are made when it is read.
 *
 * @param {AsyncGenerator<string, void>} texts
 * @returns {ReadableStream<Uint8Array>}
 */
export const toTextStream = (texts) =>
  new ReadableStream({
    async pull(controller) {
      const { done, value } = await texts.next();
      if (done) controller.close();
      else controller.enqueue(encoder.encode(value));
    },
    async cancel() {
      await texts.return();
    },
  });
