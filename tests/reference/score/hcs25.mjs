// HCS-25's trust score, written a second time to check the first: fractions, rounded where
// docs/hcs25.md says so. Configurations are taken to be valid, and invalid values to be errors. A
// fraction is a pair of integers, the lower one above 0.

const F = (n, d = 1) => [BigInt(n), BigInt(d)];
const [ZERO, HALF, ONE, HUNDRED] = [F(0), F(1, 2), F(1), F(100)];
const add = ([a, b], [c, d]) => [a * d + c * b, b * d];
const sub = ([a, b], [c, d]) => [a * d - c * b, b * d];
const mul = ([a, b], [c, d]) => [a * c, b * d];
const div = ([a, b], [c, d]) => (c < 0n ? [-a * d, b * -c] : [a * d, b * c]);
const compare = (x, y) => Number(sub(x, y)[0]);
const [min, max] = [(x, y) => (compare(x, y) < 0 ? x : y), (x, y) => (compare(x, y) > 0 ? x : y)];
const clamped = (x, top = HUNDRED) => min(top, max(ZERO, x));
const rounded = ([n, d], scale = 10n ** 9n) => [
  (2n * n * scale + (n < 0n ? -d : d)) / (2n * d),
  scale,
];
const shown = (x, places = 2) => Number(`${rounded(x, 10n ** BigInt(places))[0]}e-${places}`);
const mean = (parts, key, by = parts.map((part) => part.weight).reduce(add, ZERO)) =>
  by[0] === 0n ? ZERO : div(parts.map((part) => mul(part.weight, part[key])).reduce(add), by);

const number = (text) => {
  const [, whole, part, power] = /^(-?\d+)\.?(\d*)e?(.*)$/i.exec(text);
  const shift = Number(power) - part.length;
  return F(
    BigInt(whole + part) * 10n ** BigInt(Math.max(shift, 0)),
    10n ** BigInt(Math.max(-shift, 0)),
  );
};
const parse = (json) => {
  const marked = json.replace(/"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*/g, (t) =>
    t[0] === '"' ? t : `{"#":"${t}"}`,
  );
  return JSON.parse(marked, (_, value) => (value?.["#"] ? number(value["#"]) : value));
};
// Logarithms and powers of e are whole multiples of 10^-60.
const UNIT = 10n ** 60n;
const fixed = ([n, d]) => (n * UNIT) / d;
const ln = (y) => {
  // for y from 1: 2 artanh((y - 1) / (y + 1))
  if (y > 2n * UNIT) return ln(2n * UNIT) + ln(y / 2n);
  let [total, power] = [0n, ((y - UNIT) * UNIT) / (y + UNIT)];
  const square = power * power;
  for (let odd = 1n; power; power = (power * square) / UNIT ** 2n, odd += 2n) total += power / odd;
  return 2n * total;
};
const decay = (y) => {
  // e^-y, for y from 0
  if (y > UNIT) return decay(y / 2n) ** 2n / UNIT;
  let total = 0n;
  for (let term = UNIT, k = 1n; term; term = (-term * y) / (k * UNIT), k += 1n) total += term;
  return total;
};
const [GOOD, BADNESS] = [
  ["ok", "stale"],
  ["error", "timeout", "missing", "stale", "ok"],
];
const MEANINGS = [
  ["stale"],
  ["timeout"],
  ["missing", "skipped"],
  ["ok", null, "correct", "wrong", "unparseable", "empty"],
];
const meaning = (token) => MEANINGS.find((tokens) => tokens.includes(token))?.[0] ?? "error";
const best = (token) => ([null, "correct", "ok", "stale"].includes(token) ? HUNDRED : ZERO);

const time = (text, now = Infinity) => {
  const day = /^(\d{4}-\d\d-\d\d)T([01]\d|2[0-3])(:\d\d){2}(\.\d+)?(Z|[+-]\d\d:\d\d)$/.exec(
    text,
  )?.[1];
  const t = new Date(`${day}T00:00Z`).toJSON()?.startsWith(day) ? Date.parse(text) : NaN;
  return t <= now + 300_000 ? t : null;
};
const longer = (milliseconds, seconds) => compare(F(milliseconds), mul(seconds, F(1000))) > 0;
const aged = (status, t, most, now) =>
  status === "ok" && most && (t === null || longer(now - t, most)) ? "stale" : status;
const has = (node, key) =>
  Object(node) === node && !Array.isArray(node) && Object.hasOwn(node, key);
const follow = (root, pointer) =>
  pointer
    .split("/")
    .slice(1)
    .map((key) => key.replaceAll("~1", "/").replaceAll("~0", "~"))
    .reduce((node, key) => (has(node, key) ? node[key] : null), root);

const TRANSFORMS = {
  identity: (_, x) => x,
  ratio: (_, x, of) => mul(HUNDRED, div(x, of)),
  threshold: ({ min: from, cap, at = ZERO }, x, _, p = div(sub(x, from), sub(cap, from))) =>
    p[0] < 0n ? ZERO : add(at, mul(sub(HUNDRED, at), min(p, ONE))),
  log: ({ cap }, x) => F(100n * ln(fixed(add(ONE, max(x, ZERO)))), ln(fixed(add(ONE, cap)))),
  sigmoid: (
    { midpoint, scale },
    x,
    _,
    y = fixed(div(sub(x, midpoint), scale)),
    e = decay(y < 0n ? -y : y),
  ) => F(100n * (y < 0n ? e : UNIT), UNIT + e),
  rank: ({ curve }, x, of, q = compare(of, ONE) === 0 ? ZERO : div(sub(x, ONE), sub(of, ONE))) =>
    mul(HUNDRED, sub(ONE, curve === "concave" ? mul(q, q) : q)),
};
const isNumber = (x) => typeof x?.[0] === "bigint";
const isWhole = ([n, d]) => n % d === 0n;
/** Refuses a value; a component that reads it is an error. */
const invalid = () => {
  throw new RangeError("invalid");
};
const numeric = (x) => (isNumber(x) ? rounded(x) : invalid());
const home = ({ signal, status, fetchedAt }, { subject, signals = [] }, now) => {
  if (signal) {
    const record = signals.find(({ signalId }) => signalId === signal) ?? { status: "missing" };
    return [record.status, time(record.fetchedAt, now), record.data ?? {}];
  }
  const root = subject.metadata ?? {};
  const look = (pointer) => (pointer === undefined ? null : follow(root, pointer));
  return [look(status) ?? "ok", time(look(fetchedAt), now), root];
};
const within = (x, { atLeast: least, atMost: most }) =>
  !(least && compare(x, least) < 0) && !(most && compare(x, most) > 0);
const holds = ({ any, ...one }, line, now) =>
  (any ?? [one]).some((test) => {
    const [status, , root] = home(test, line, now);
    const value = GOOD.includes(status) ? follow(root, test.field ?? test.metadata) : null;
    if ("is" in test) return [test.is].flat().includes(value);
    if (value === null || !(test.atLeast ?? test.atMost)) return value !== null;
    return within(numeric(value), test);
  });

const COMBINATORS = ["product", "first", "sum", "mean"];
const BOUND = F(10n ** 15n);
const bounded = (x) => (compare(max(x, sub(ZERO, x)), BOUND) > 0 ? invalid() : x);
const worst = (statuses) => BADNESS.find((status) => statuses.includes(status));
const stalest = (statuses) => (statuses.includes("stale") ? "stale" : "ok");
const combined = (how, parts, rest) => {
  const [values, lost] = [[], []];
  for (const p of parts) {
    const { weight = ONE } = p;
    const [status, value] = part(isNumber(p) ? { source: p } : p, ...rest);
    bounded(value);
    if (!GOOD.includes(status)) lost.push(status);
    else if (how === "first") return [status, value];
    else values.push({ weight, status, value });
  }
  const grave = ["sum", "mean"].includes(how) ? lost.filter((s) => s !== "missing") : lost;
  if (grave.length > 0) return [worst(grave), ZERO];
  if (values.length === 0) return ["missing", ZERO];
  const status = stalest(values.map(({ status }) => status));
  if (how === "product")
    return [
      status,
      values.map(({ value }) => value).reduce((a, b) => bounded(rounded(div(mul(a, b), HUNDRED)))),
    ];
  const sum = values.map(({ weight, value }) => mul(weight, value)).reduce(add, ZERO);
  return [status, rounded(how === "sum" ? sum : mean(values, "value"))];
};
const transformed = (transform, [status, x], [ofStatus, of]) => {
  if (!GOOD.includes(status)) return [status, ZERO];
  if (!GOOD.includes(ofStatus)) return [ofStatus, ZERO];
  const { type = "identity" } = transform;
  if (type === "ratio" && !transform.of && compare(x, ONE) > 0) invalid();
  if (["ratio", "rank"].includes(type) && of[0] <= 0n) return ["missing", ZERO];
  if (type === "rank" && ![x, of].every(isWhole)) invalid();
  if (type === "rank" && (compare(of, BOUND) > 0 || compare(x, ONE) < 0 || compare(x, of) > 0))
    invalid();
  const value = TRANSFORMS[type](transform, x, of);
  return [stalest([status, ofStatus]), type === "identity" ? value : rounded(clamped(value))];
};
const evaluated = ({ source, transform = {}, when }, line, most, now) => {
  if (when && !holds(when, line, now)) return ["missing", ZERO];
  const rest = [line, most, now];
  const { of } = transform;
  const other = () =>
    isNumber(of ?? ONE) ? ["ok", rounded(of ?? ONE)] : part({ source: of }, ...rest);
  const how = COMBINATORS.find((name) => name in source);
  if (isNumber(source) || how) {
    const x = isNumber(source) ? ["ok", source] : combined(how, source[how], rest);
    return GOOD.includes(x[0]) ? transformed(transform, x, other()) : x;
  }
  const [status, t, root] = home(source, line, now);
  if (!BADNESS.includes(status)) invalid();
  const x = GOOD.includes(status) ? follow(root, source.field ?? source.metadata) : null;
  if (x === null) return [GOOD.includes(status) ? "missing" : status, ZERO];
  const field = typeof of === "string" ? follow(root, of) : null;
  const by =
    typeof of === "string" ? (field === null ? ["missing"] : ["ok", numeric(field)]) : other();
  return transformed(transform, [aged(status, t, most, now), numeric(x)], by);
};
const part = (...args) => {
  try {
    return evaluated(...args);
  } catch {
    return ["error", ZERO];
  }
};

const runs = function* ({ subject, signals = [] }, family) {
  for (const { status, fetchedAt, data } of signals.filter(
    (record) => record.signalId === `simple-evals.${family}`,
  )) {
    const [{ outcome = null, score = null, questionId = null, cause }, good] = [
      data ?? {},
      GOOD.includes(status),
    ];
    if (outcome === null && score === null && good) continue;
    const asked = outcome === null ? status !== "missing" : outcome !== "skipped";
    const meant = good && !GOOD.includes(meaning(outcome)) ? meaning(outcome) : status;
    yield [fetchedAt, questionId, meant, asked, good ? best(outcome) : ZERO, score, cause];
  }
  for (const stem of ["a2aSimple", "nandaSimple"].map(
    (stem) => stem + family[0].toUpperCase() + family.slice(1),
  )) {
    const [score, token, question, at, cause] = "Score Status QuestionId UpdatedAt Error"
      .split(" ")
      .map((name) => subject.metadata?.additional?.[stem + name] ?? null);
    if (score === null && [null, "ok", "stale"].includes(token)) continue;
    yield [at, question, meaning(token), token !== "skipped", best(token), score, cause];
  }
};
const evals = ({ eval: family, window }, line, most, now) => {
  const all = [...runs(line, family)].map(([at, question, status, asked, top, score, cause]) => ({
    t: time(at, now),
    question,
    status,
    asked,
    left: !asked && cause === "transport.unknown",
    value: score === null ? top : clamped(rounded(score), top),
  }));
  const first = all
    .filter((run) => run.asked)
    .map((run) => run.t ?? -1e18)
    .sort((a, b) => a - b)[0];
  const settled = (run) => run.left && first !== undefined && (run.t ?? -1e18) >= first;
  const made = all.map((run) =>
    settled(run) ? { ...run, asked: true, status: "error", value: ZERO } : run,
  );
  const worse = (a, b) =>
    compare(a.value, b.value) || BADNESS.indexOf(a.status) - BADNESS.indexOf(b.status);
  made.sort((a, b) => b.asked - a.asked || (b.t ?? -1e18) - (a.t ?? -1e18) || worse(a, b));
  const [{ t, status, value } = { t: null, status: "missing", value: ZERO }] = made;
  if (!window) return [aged(status, t, most, now), value, null];
  const recent = (run) => run.t !== null && !longer(now - run.t, mul(window.days, F(86_400)));
  const told = (run, place, all) => {
    // whether it is not told of by another, all being of its time
    const named = all.filter((other) => other.question !== null);
    const first = all.findIndex((other) => other.question === run.question) === place;
    if (run.question === null) return first && named.every((other) => worse(other, run) > 0);
    const only = named.every((other) => other.question === run.question);
    return (
      first && !(only && all.some((other) => other.question === null && worse(other, run) < 0))
    );
  };
  const asked = made.filter((run) => run.asked);
  const times = [...new Set(asked.map((run) => run.t))];
  const distinct = times.flatMap((t, _, __, all = asked.filter((run) => run.t === t)) =>
    t === null ? all : all.filter(told),
  );
  const kept = distinct.filter(
    window.runs ? (_, place) => compare(F(place), window.runs) < 0 : recent,
  );
  if (kept.length === 0) return ["missing", ZERO, [0, 0]];
  const hits = kept.filter((run) => compare(run.value, HUNDRED) === 0).length;
  return [
    aged(kept[0].status === "stale" ? "stale" : "ok", kept[0].t, most, now),
    rounded(F(100 * hits, kept.length)),
    [hits, kept.length],
  ];
};
const component = (c, line, now) => {
  if (c.source.eval) return evals(c.source, line, c.maxAgeSeconds, now);
  const [status, value] = part(c, line, c.maxAgeSeconds, now);
  return [status, clamped(value), null];
};
/** Reports whether a condition holds; if it reads an invalid value, it does not. */
const allows = (when, line, now) => {
  try {
    return holds(when, line, now);
  } catch {
    return false;
  }
};
const routed = ({ id, registry, protocol, class: kind }) => {
  const [scheme, ...parameters] = id.startsWith("uaid:") ? id.split(";") : [];
  const named = (name) =>
    parameters.find((text) => scheme && text.startsWith(`${name}=`))?.slice(name.length + 1);
  return {
    registry: registry ?? named("registry"),
    protocol: protocol ?? named("proto"),
    class: kind,
  };
};
const adapter = (a, config, line, now) => {
  const [id, own, { protocols, classes, when }] = [a.adapterId, !a.components, a.appliesTo ?? {}];
  const subject = routed(line.subject);
  const on = (names, key, absent) => names?.includes(subject[key]) ?? absent;
  const applicable =
    on(a.includeRegistries, "registry", true) &&
    !on(a.excludeRegistries, "registry", false) &&
    on(protocols, "protocol", true) &&
    on(classes, "class", true) &&
    (!when || allows(when, line, now));
  const components = a.components ?? [
    { key: `${id}.score`, source: { eval: id.slice(7), window: a.window } },
  ];
  const read = (applicable ? components : []).map((c) => {
    const [status, raw, window] = component({ ...config.freshness, ...c }, line, now);
    const value =
      status === "stale"
        ? rounded(mul(raw, config.staleMultiplier ?? ONE))
        : status === "ok"
          ? raw
          : ZERO;
    return {
      weight: ONE,
      ...c,
      status,
      value,
      window,
      sure: { ok: ONE, stale: HALF }[status] ?? ZERO,
    };
  });
  const conditional = (a.contributionMode ?? (own ? "scoped" : "conditional")) === "conditional";
  const silent = conditional && read.every((c) => c.status === "missing");
  const lost = (c) => silent || (c.nonScorableWhenUnavailable && !GOOD.includes(c.status));
  const none = {
    key: a.defaultComponentKey ?? `${id}.score`,
    status: "missing",
    value: ZERO,
    weight: ONE,
    window: null,
  };
  const left = read.filter((c) => !lost(c));
  const out = applicable && !conditional && left.length === 0 ? [none] : left;
  const [weight, sure] = [
    a.weight ?? (own ? HALF : ONE),
    mean(
      read.map((c) => ({ ...c, weight: ONE })),
      "sure",
    ),
  ];
  return {
    id,
    applicable,
    counts: out.length > 0 && weight[0] > 0n,
    weight,
    sure,
    total: mean(out, "value"),
    out,
    unavailable: read.filter(lost).map((c) => [c.key, c.status]),
  };
};
const score = ({ config, at, line }) => {
  const adapters = config.adapters.map((a) => adapter(a, config, line, time(at)));
  const counted = adapters.filter((a) => a.counts);
  const values = [
    ...adapters.flatMap((a) => a.out.map((c) => [c.key, c.value])),
    ["total", mean(counted, "total")],
  ];
  const told = adapters.map(({ id, applicable, counts, total, unavailable, out }) => [
    id,
    [
      applicable,
      counts,
      shown(total),
      unavailable,
      out.map((c) => [c.key, c.status, shown(c.value), c.window]),
    ],
  ]);
  return {
    trustScores: Object.fromEntries(values.map(([key, value]) => [key, shown(value)])),
    trustConfidence: shown(mean(counted, "sure"), 4),
    breakdown: Object.fromEntries(told),
  };
};

/** Returns the score of the JSON text of `{ config, at, line }`. */
export const scoreOf = (text) => score(parse(text));
