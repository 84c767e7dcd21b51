// The baseline for scoring: plain JavaScript written for exactly config.json, with JSON.parse,
// floats and JSON.stringify, and without validation. As a program it scores the file in its
// argument.

import { createReadStream } from "node:fs";
import { pathToFileURL } from "node:url";

const DIGEST = "d1116f9776aa4d639b83e174faaf10efaaff3b6e7719baed62034126a567af50";
const NOW = Date.parse("2026-11-20T17:00:00.000Z");
const MAX_AGE = 604_800_000;
const STATUS = {
  correct: "ok",
  wrong: "ok",
  unparseable: "ok",
  empty: "ok",
  timeout: "timeout",
  missing: "missing",
  skipped: "missing",
  "upstream-error": "error",
  error: "error",
};
const round2 = (x) => Math.round(x * 100) / 100;
const clamp = (x) => Math.min(100, Math.max(0, x));

function aged(status, time) {
  return status === "ok" && !(NOW - time <= MAX_AGE) ? "stale" : status;
}

function evalOf(subject, signals, family, stem) {
  let newest = null;
  const see = (time, status, value) => {
    if (newest === null || time > newest.time || (time === newest.time && value < newest.value)) {
      newest = { time, status, value };
    }
  };
  for (const s of signals) {
    if (s.signalId === family) {
      see(Date.parse(s.fetchedAt), s.status, s.data.outcome === "correct" ? s.data.score : 0);
    }
  }
  const fields = subject.metadata?.additional ?? {};
  for (const prefix of ["a2aSimple", "nandaSimple"]) {
    const status = fields[`${prefix}${stem}Status`];
    if (status !== undefined) {
      see(
        Date.parse(fields[`${prefix}${stem}UpdatedAt`]),
        STATUS[status] ?? "error",
        status === "correct" ? clamp(fields[`${prefix}${stem}Score`] ?? 100) : 0,
      );
    }
  }
  if (newest === null) return { status: "missing", value: 0 };
  return { status: aged(newest.status, newest.time), value: newest.value };
}

/** Returns the score record of a line. @param {string} line */
export function score(line) {
  const { subject, signals = [] } = JSON.parse(line);
  const trustScores = {};
  const adapters = [];
  let sum = 0;
  let weights = 0;
  const add = (adapterId, key, contributionMode, weight, applicable, read) => {
    if (!applicable) {
      adapters.push({
        adapterId,
        applicable,
        components: [],
        contributionMode,
        inDenominator: false,
        total: 0,
        unavailable: [],
        weight,
      });
      return;
    }
    let { status, value } = read();
    if (status === "stale") value *= 0.5;
    if (status !== "ok" && status !== "stale") value = 0;
    sum += value * weight;
    weights += weight;
    trustScores[key] = round2(value);
    adapters.push({
      adapterId,
      applicable,
      components: [{ key, status, value: round2(value), weight: 1 }],
      contributionMode,
      inDenominator: true,
      total: round2(value),
      unavailable: [],
      weight,
    });
  };
  add(
    "availability",
    "availability.uptime",
    "universal",
    1,
    !["openrouter", "near-ai"].includes(subject.registry),
    () => {
      const s = signals.find((s) => s.signalId === "availability.probe");
      if (s === undefined || s.data?.ratio == null)
        return { status: s?.status ?? "missing", value: 0 };
      return { status: aged(s.status, Date.parse(s.fetchedAt)), value: clamp(100 * s.data.ratio) };
    },
  );
  add("simple-math", "simple-math.score", "scoped", 0.5, true, () =>
    evalOf(subject, signals, "simple-evals.math", "Math"),
  );
  add("simple-science", "simple-science.score", "scoped", 0.5, true, () =>
    evalOf(subject, signals, "simple-evals.science", "Science"),
  );
  const total = weights > 0 ? round2(sum / weights) : 0;
  trustScores.total = total;
  return JSON.stringify({
    breakdown: { adapters },
    subject: { id: subject.id },
    trustScore: total,
    trustScoreConfigDigest: DIGEST,
    trustScoreConfigVersion: 1,
    trustScoreUpdatedAt: "2026-11-20T17:00:00.000Z",
    trustScores,
  });
}

/** Scores a stream of bytes. @param {AsyncIterable<Uint8Array> | Iterable<Uint8Array>} chunks */
export async function* scorePlain(chunks) {
  const decoder = new TextDecoder();
  const encoder = new TextEncoder();
  let rest = "";
  for await (const chunk of chunks) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split("\n");
    rest = lines.pop();
    let out = "";
    for (const line of lines) out += `${score(line)}\n`;
    yield encoder.encode(out);
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  const file = createReadStream(process.argv[2], { highWaterMark: 1 << 18 });
  for await (const bytes of scorePlain(file)) {
    if (!process.stdout.write(bytes))
      await new Promise((resolve) => process.stdout.once("drain", resolve));
  }
}
