// Scores, explanations, stored fields, configurations after earlier ones, and streams of lines.
// A case's keys say which of these it is; `whole` has every byte that is written.

/** @typedef {import("../suite.js").Api} Api */
/** @typedef {import("../suite.js").Case} Case */

const NOW = Date.parse("2026-11-20T17:00:00Z");

/** @type {import("../suite.js").Area} */
export const score = {
  caseKeys: [
    ...["holds", "config", "at", "line", "lineText", "earlier"],
    ...["do", "additional", "exported", "record", "prefix", "run"],
    ...["lines", "records", "keep", "fields", "explain"],
    ...["key", "scores", "edit", "without", "trust"],
  ],
  actual: (api, vector) => expectedOf(api, vector).then(([, actual]) => actual),
  expected: ({ expect }) => ("error" in expect ? { error: expect.error } : expect),
  whole: (api, vector) => expectedOf(api, vector).then(([whole]) => whole),
};

/**
 * Runs a case. Returns all that is written, and the part of it that the case expects.
 *
 * @param {Api} api
 * @param {Case} vector
 * @returns {Promise<[whole: unknown, actual: unknown]>}
 */
async function expectedOf(api, vector) {
  const { expect } = vector;
  if (vector.do === "verify") return verified(api, vector);
  if (vector.lines !== undefined) return streamed(api, vector);
  if (vector.do !== undefined) return fields(api, vector);
  if (vector.earlier !== undefined) {
    const earlier = vector.earlier.map((/** @type {object} */ config) => check(api, config));
    const found = check(api, vector.config, earlier);
    return [found, "digest" in expect ? { digest: found.digest } : {}];
  }
  const snapshot = vector.lineText ?? JSON.stringify(vector.line);
  const options = { updatedAt: vector.at };
  if (expect.nextRun !== undefined) {
    const found = api.explainTrustScore?.(vector.config, snapshot, options);
    return [found, found];
  }
  const found = /** @type {any} */ (api.computeTrustScore?.(vector.config, snapshot, options));
  return [found, found === undefined ? undefined : part(found, expect)];
}

/**
 * Signs scores and verifies them, with the edit of the case.
 *
 * @param {Api} api
 * @param {Case} vector
 * @returns {Promise<[unknown, unknown]>}
 */
async function verified(
  api,
  { config, at, key, lines, scores, edit, without = [], trust, expect },
) {
  const records = lines.join("\n");
  let signed = scores?.join("\n") ?? "";
  if (scores === undefined) {
    const stream = api.scoreStream?.([records], { config, updatedAt: at, key });
    for await (const bytes of stream ?? []) signed += new TextDecoder().decode(bytes);
  }
  const texts = signed.split("\n").filter((/** @type {string} */ text) => text !== "");
  /** @type {Record<string, string>} */
  const given = { scores: signed, config: JSON.stringify(config), records };
  if (edit?.from === "array") given.scores = `[${texts.join()}]`;
  else if (edit) given[edit.of] = (given[edit.of] ?? "").replaceAll(edit.from, edit.to);
  const report = await api.verifyScores?.(given.scores ?? "", {
    ...(without.includes("config") ? {} : { config: given.config }),
    ...(without.includes("records") ? {} : { records: [given.records ?? ""] }),
    ...(trust && { trust }),
  });
  const results = report?.scores.map(
    ({ subject, passed, code, name }) =>
      `${subject} ${code ?? (passed ? "ok" : "open")}${name ? ` by ${name}` : ""}`,
  );
  const { verdict, missing } = report ?? {};
  return [report, only({ texts, verdict, missing, results }, Object.keys(expect))];
}

/** @param {Api} api @param {any} config @param {any} [earlier] */
const check = (api, config, earlier) =>
  /** @type {any} */ (api.checkScoreConfig?.(config, earlier));

/** The members of a score record that `expect` has. @param {any} record @param {any} expect */
function part(record, expect) {
  /** @type {Record<string, unknown>} */
  const members = {
    trustScores: record.trustScores,
    confidence: record.trustConfidence ?? null,
    version: record.trustScoreConfigVersion,
    updatedAt: record.trustScoreUpdatedAt,
    adapters: Object.fromEntries(
      Object.entries(expect.adapters ?? {}).map(([id, wanted]) => {
        const adapter = record.breakdown.adapters.find(
          (/** @type {any} */ { adapterId }) => adapterId === id,
        );
        return [id, only(adapter, Object.keys(/** @type {object} */ (wanted)))];
      }),
    ),
  };
  return only(members, Object.keys(expect));
}

/** @param {Record<string, unknown>} object @param {string[]} names */
const only = (object, names) => Object.fromEntries(names.map((name) => [name, object[name]]));

/** @param {Api} api @param {Case} vector @returns {[unknown, unknown]} */
function fields(api, { do: what, additional, record, prefix, run, exported = [] }) {
  if (what === "export") {
    const found = api.exportFields?.(record, prefix);
    return [found, found];
  }
  // "@1.50@" stands for the number 1.50, so written.
  const text = JSON.stringify(additional).replaceAll('"@', "").replaceAll('@"', "");
  if (what === "merge") {
    const found = api.mergeFields?.(text, run, { fields: prefix, now: NOW });
    return [found, found && { ...found, additional: marked(found.additional) }];
  }
  const found = api.importFields?.(text);
  const back = exported.map((/** @type {any} */ prefix, /** @type {number} */ index) =>
    api.exportFields?.(/** @type {any} */ (found?.records[index]), prefix),
  );
  return [[found, back], found];
}

/** The number 1.5 as the case writes it. @param {object} value */
const marked = (value) =>
  JSON.parse(JSON.stringify(value, (_, part) => (part === 1.5 ? "@1.50@" : part)));

/**
 * @param {Api} api
 * @param {Case} vector
 * @returns {Promise<[unknown, unknown]>}
 */
async function streamed(api, vector) {
  const { do: task, config, at, explain = false, keep, fields, expect } = vector;
  const file = (/** @type {any[]} */ lines) =>
    lines.map((line) => (typeof line === "string" ? line : JSON.stringify(line))).join("\n");
  /** @type {string[]} */
  const bad = [];
  /** @param {import("../../../pkg/index.d.ts").LineError} error */
  const onError = ({ line, code, records }) =>
    void bad.push(`${records ? "records " : ""}${line} ${code}`);
  const lines = [file(vector.lines)];
  const stream =
    task === "score"
      ? api.scoreStream?.(lines, { config, updatedAt: at, explain, onError })
      : api.signalsStream?.(lines, {
          task,
          records: vector.records ? [file(vector.records)] : [],
          now: NOW,
          onError,
          ...(keep !== undefined && { keep }),
          ...(fields && { fields }),
        });
  const decoder = new TextDecoder();
  let out = "";
  for await (const bytes of stream ?? []) out += decoder.decode(bytes, { stream: true });
  const texts = out.split("\n").slice(0, -1);
  const found = texts.map((text) => JSON.parse(text));
  const totals = found.map((line) => [line.subject?.id, line.trustScore ?? line.total]);
  return [out, only({ totals, lines: found, texts, bad }, Object.keys(expect))];
}
