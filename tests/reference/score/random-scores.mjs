// Random scoring configurations, each with a snapshot. Every kind of rule occurs often, and values
// and times are few, so that runs meet at the same time and adapters are equal.

import { randomOf } from "../random.mjs";

const NOW = "2026-11-20T17:00:00.000Z";
const FAMILIES = ["math", "science"];
const REGISTRIES = ["nanda", "agentverse", "openrouter", "erc-8004"];
const PROTOCOLS = ["a2a", "mcp", "http"];
const CLASSES = ["agent", "model"];
const STATUSES = "ok ok ok ok stale stale missing timeout error".split(" ");
const TOKENS =
  "correct correct wrong unparseable empty timeout missing skipped upstream-error error stale".split(
    " ",
  );

/** Returns the configuration and the snapshot of a number. @param {number} seed */
export function randomScore(seed) {
  const { below, pick } = randomOf(seed);
  const oneIn = (n) => below(n) === 0;
  /** A number from 0 to `end` with up to `places` decimals. */
  const number = (end, places) => {
    const decimals = below(places + 1);
    return Number(`${below(end * 10 ** decimals + 1)}e-${decimals}`);
  };
  const maybe = (n, value) => (oneIn(n) ? null : value);
  /** The members of `members` that are defined. */
  const object = (members) => JSON.parse(JSON.stringify(members));
  const some = (of) => Array.from({ length: 1 + below(2) }, () => pick(of));
  const window = () => (oneIn(2) ? { runs: below(6) + 1 } : { days: below(10) + 1 });

  function threshold() {
    const [min, cap] = [number(60, 3), 100 + below(300)];
    const turned = oneIn(4);
    const [from, to] = turned ? [cap, min] : [min, cap];
    return { type: "threshold", min: from, cap: to, at: number(50, 2) };
  }
  const transform = () =>
    pick([
      () => ({ type: "ratio" }),
      () => ({ type: "ratio", of: oneIn(2) ? "/n" : below(500) + 1 }),
      threshold,
      () => ({ type: "log", cap: below(1_000_000) + 1 }),
      () => ({ type: "sigmoid", midpoint: number(300, 4), scale: below(90) + 1 }),
      () => ({ type: "rank", of: below(100) + 500 }),
      () => ({ type: "rank", of: below(100) + 500, curve: "concave" }),
      () => ({ type: "identity" }),
    ])();

  /** The signals of the components, and whether their values are ranks. @type {[string, boolean][]} */
  const signals = [];
  const signal = (ranked) => {
    signals.push([`test.s${signals.length}`, ranked]);
    return { signal: signals.at(-1)[0], field: "/x" };
  };
  const testOf = () => ({
    ...pick([
      { signal: "test.s0", field: "/x" },
      { metadata: pick(["/m/x", "/m/s", "/flag", "/none"]) },
      { metadata: "/a~1b" },
    ]),
    ...pick([
      {},
      { atLeast: number(100, 2) },
      { atMost: number(100, 2) },
      { is: pick([null, true, [false, "ok"], ["stale", null, "many"]]) },
    ]),
  });
  const when = (n) =>
    oneIn(n) ? (oneIn(3) ? { any: [testOf(), testOf()] } : testOf()) : undefined;
  /** A source of a part, which may be a combination down to the third level. */
  const partSource = (depth) =>
    pick([
      () => (depth < 2 ? combination(depth + 1) : number(200, 4)),
      () => ({ metadata: "/m/x", status: "/m/s", fetchedAt: "/m/t" }),
      () => ({ metadata: "/a~1b" }),
      () => number(200, 4),
      () => signal(false),
      () => signal(false),
    ])();
  /** A transform for a number without fields beside it. */
  function partTransform(depth) {
    const made = transform();
    if (typeof made.of === "string") made.of = oneIn(2) ? combination(depth + 1) : below(200) + 1;
    return made;
  }
  function combination(depth) {
    const how = pick(["product", "first", "sum", "mean"]);
    const weighted = ["sum", "mean"].includes(how);
    const part = () =>
      object({
        source: partSource(depth),
        transform: oneIn(2) ? partTransform(depth) : undefined,
        when: when(5),
        weight: weighted && oneIn(2) ? (below(9_999) + 1) / 1000 : undefined,
      });
    const parts = Array.from({ length: 1 + below(3) }, () => (oneIn(8) ? number(200, 3) : part()));
    return { [how]: parts };
  }
  function component(key, first) {
    const made = transform();
    const ranked = made.type === "rank";
    const source = pick([
      () => object({ eval: pick(FAMILIES), window: oneIn(2) ? window() : undefined }),
      () => (ranked ? signal(true) : { metadata: "/m/x", status: "/m/s", fetchedAt: "/m/t" }),
      () => (ranked ? signal(true) : { metadata: "/a~1b" }),
      () => (ranked ? signal(true) : combination(0)),
      ...Array(4).fill(() => signal(ranked)),
    ])();
    if (typeof made.of === "string" && source.metadata) made.of = "/m/n";
    else if (typeof made.of === "string" && !source.signal) made.of = combination(1);
    const transformed = source.eval === undefined && (ranked || below(4) > 0);
    // The first has some weight, so that its adapter has.
    const weight = !first && oneIn(4) ? 0 : (below(999_999) + 1) / 1000;
    return object({
      ...{ key, source, transform: transformed ? made : undefined },
      when: source.eval === undefined ? when(6) : undefined,
      weight: oneIn(3) ? weight : undefined,
      nonScorableWhenUnavailable: oneIn(3) ? true : undefined,
      maxAgeSeconds: oneIn(5) ? below(900_000) : undefined,
    });
  }

  function adapter(index) {
    const builtIn = index < 2 && oneIn(2);
    const id = builtIn ? `simple-${FAMILIES[index]}` : `adapter-${"abcdef"[index]}`;
    const [protocols, classes] = [oneIn(6), oneIn(8)];
    return object({
      adapterId: id,
      contributionMode: below(4) > 0 ? pick(["universal", "scoped", "conditional"]) : undefined,
      weight: below(3) > 0 ? (oneIn(6) ? 0 : number(6, 6)) : undefined,
      includeRegistries: oneIn(8) ? some(REGISTRIES) : undefined,
      excludeRegistries: oneIn(6) ? some(REGISTRIES) : undefined,
      appliesTo: oneIn(8)
        ? object({ when: when(1) })
        : classes
          ? { classes: some(CLASSES) }
          : protocols
            ? { protocols: some(PROTOCOLS) }
            : undefined,
      defaultComponentKey: oneIn(5) ? `${id}.none` : undefined,
      window: builtIn && oneIn(2) ? window() : undefined,
      components: builtIn
        ? undefined
        : Array.from({ length: 1 + below(4) }, (_, at) => component(`${id}.c${at}`, at === 0)),
    });
  }

  /** A time within eleven days before now, now and then a later one or none. */
  const time = () =>
    pick([
      ...[null, "yesterday", "2026-11-21T00:00:00.000Z", "2026-11-20T17:04:59.999Z"],
      ...Array(8).fill(`2026-11-${10 + below(11)}T${["00", "08", "16"][below(3)]}:00:00Z`),
    ]);
  const value = (ranked) =>
    ranked
      ? below(500) + 1
      : pick([
          () => 0,
          () => -below(50) / 8,
          () => number(1, 9),
          () => number(100_000, 4),
          ...Array(6).fill(() => number(120, 6)),
        ])();
  const record = (signalId, data) => ({
    signalId,
    status: pick(STATUSES),
    fetchedAt: time(),
    data,
  });

  const measured = () =>
    signals
      .filter(() => below(5) > 0)
      .map(([id, ranked]) => {
        const x = invalid && oneIn(15) ? "many" : value(ranked);
        return record(id, { x: maybe(12, x), n: maybe(12, below(200)) });
      });
  const run = () =>
    record(
      `simple-evals.${pick(FAMILIES)}`,
      object({
        questionId: pick(["math:add:37+58", "math:mul:6x7"]),
        outcome: below(5) > 0 ? pick(TOKENS) : undefined,
        cause: oneIn(2) ? pick(["transport.unknown", "quota.spent"]) : undefined,
        score: maybe(3, pick([0, 100, 100, 50])),
      }),
    );
  const stored = (stem) =>
    object({
      [`${stem}Status`]: maybe(6, oneIn(10) ? "passed" : pick(TOKENS)),
      [`${stem}Score`]: maybe(4, value(false)),
      [`${stem}UpdatedAt`]: time(),
      [`${stem}Error`]: oneIn(2) ? "transport.unknown" : undefined,
      [`${stem}QuestionId`]: oneIn(2) ? "math:mul:6x7" : undefined,
    });
  function subject() {
    const stems = ["a2aSimpleMath", "a2aSimpleScience", "nandaSimpleMath", "nandaSimpleScience"];
    const x = value(false);
    const status = invalid && oneIn(20) ? "low-coverage" : pick(STATUSES);
    const m = { x, n: below(300), s: maybe(5, status), t: time() };
    const uaid = `uaid:aid:x;uid=0;registry=${pick(REGISTRIES)};proto=${pick(PROTOCOLS)}`;
    const additional = Object.assign({}, ...stems.filter(() => oneIn(2)).map(stored));
    return object({
      id: oneIn(3) ? uaid : `agent-${below(1000)}`,
      metadata: { additional, "a/b": maybe(5, x), flag: maybe(3, oneIn(2)), m },
      registry: below(4) > 0 ? pick(REGISTRIES) : undefined,
      protocol: below(4) > 0 ? pick(PROTOCOLS) : undefined,
      class: below(4) > 0 ? pick(CLASSES) : undefined,
    });
  }

  const adapters = Array.from({ length: below(7) }, (_, index) => adapter(index));
  // A combination may leave its bounds, and a ratio without `of` may be above 1.
  const bounds = /"(product|sum|rank|atLeast|atMost)"|\{"type":"ratio"\}/;
  const invalid = bounds.test(JSON.stringify(adapters)) || oneIn(3);
  const config = object({
    trustScoreConfigVersion: seed,
    confidence: true,
    ...{ invalid: invalid ? "error" : undefined, adapters },
    staleMultiplier: oneIn(2) ? number(1, 6) : undefined,
    freshness: oneIn(3) ? { maxAgeSeconds: below(900_000) } : undefined,
  });
  const runs = Array.from({ length: below(8) }, run);
  return { config, at: NOW, line: { subject: subject(), signals: [...measured(), ...runs] } };
}
