// The status for the operator: open and waiting runs by key, and the logs.

/** @typedef {import("../settings.js").Env} Env */

/** @param {Env} env */
export async function readStatus(env) {
  const [open, waiting, logs] = await env.DB.batch([
    env.DB.prepare(
      `SELECT coalesce(evaluator, '') AS evaluator, count(*) AS runs, min(created_at) AS since
       FROM runs WHERE state = 'open' GROUP BY 1 ORDER BY 1`,
    ),
    env.DB.prepare(
      `SELECT evaluator, count(*) AS runs, sum(records) AS records, min(closed_at) AS since
       FROM waiting GROUP BY 1 ORDER BY 1`,
    ),
    env.DB.prepare(
      `SELECT l.did, l.name, max(c.size) AS records FROM logs l JOIN checkpoints c ON c.log = l.log
       GROUP BY l.log ORDER BY l.log`,
    ),
  ]);
  return {
    open: formatDates(open.results),
    waiting: formatDates(waiting.results),
    logs: logs.results,
  };
}

/** @param {{ since: number }[]} rows */
const formatDates = (rows) =>
  rows.map((row) => ({ ...row, since: new Date(row.since).toISOString() }));
