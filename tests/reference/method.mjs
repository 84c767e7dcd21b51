// The steps that follow the rules of a record's method: draw, bank and grade, from docs/record.md.
// Part of the second verifier. Readings are recomputed by grade-step.mjs.

import { draw } from "./draw.mjs";
import { checkGrade } from "./grade-step.mjs";
import { at, hexof, isObj, sha } from "./json.mjs";
import { PASS, fail, skip } from "./proofs.mjs";
import { OUTCOMES, family, withheldIn } from "./shape.mjs";

const METHOD = "simple-evals:1";
const SIGNS = { "+": (a, b) => a + b, "-": (a, b) => a - b, x: (a, b) => a * b };
const WORDINGS = 8;

/** The causes of docs/exchange.md, by outcome. */
const CAUSES = {
  timeout:
    "timeout.connect timeout.headers timeout.body timeout.poll timeout.budget timeout.agent breaker.timeout",
  missing: "card.missing endpoint.unknown breaker.missing session.blocked",
  skipped: "transport.unknown transport.off quota.spent",
  "upstream-error":
    "reply.filtered reply.error session.rate-limited session.payment-required tool.error task.failed task.canceled task.rejected task.input-required",
  error:
    "network.refused network.reset network.dns network.tls network.unreachable address.refused redirect.refused redirect.too-many reply.too-large reply.encoding reply.not-json reply.not-protocol reply.no-text reply.truncated reply.secret card.invalid card.insecure tool.argument session.ended session.encrypted session.auth-required task.auth-required transport.failed aborted",
};

/** Returns the outcome of a cause, if it is one. */
function outcomeOf(cause) {
  const http = /^http\.([1-5]\d\d)$/.exec(cause);
  if (http) {
    const status = Number(http[1]);
    if (status === 404 || status === 410) return "missing";
    return status === 402 || status === 429 || status >= 500 ? "upstream-error" : "error";
  }
  if (/^rpc\.(0|-?[1-9]\d*)$/.test(cause))
    return Number.isSafeInteger(Number(cause.slice(4))) ? "upstream-error" : undefined;
  return Object.keys(CAUSES).find((outcome) => CAUSES[outcome].split(" ").includes(cause));
}

/**
 * Returns what is at hand of the bank that a record names, or the code of what contradicts it.
 *
 * Banks are `{ id, root, sizes, ids: { SCIENCE: [ID] }, all: Set of ids, items: Map of ids }`;
 * manifests lack the items, and reveals have one.
 */
function bankOf(record, { banks, manifests, reveals, isPublic }) {
  const named = at(record, "/data/terms/bank");
  if (named === undefined || at(record, "/data/choiceOrder") === undefined) return {};
  const same = (bank) => bank.id === named.m.get("id") && bank.root === named.m.get("root");
  const manifest = manifests.find(same);
  const wrong = { wrong: "bank.wrong-manifest" };
  if (manifest === undefined && manifests.length > 0 && !isPublic(named)) return wrong;
  const bank = banks.find(same);
  if (bank !== undefined) return { known: bank };
  const own = reveals.filter((reveal) => reveal.items.has(at(record, "/data/questionId")));
  const reveal = own.find(same);
  if (reveal !== undefined) return { known: reveal };
  return own.length > 0 ? wrong : { known: manifest };
}

/** Answers the steps `draw`, `bank` and `grade` of a record whose values are opened. */
export function byMethod(record, env) {
  if (at(record, "/data/terms/method") !== METHOD) {
    const unknown = skip("the method is not one that this version can check");
    return { draw: unknown, bank: unknown, grade: unknown };
  }
  const of = family(at(record, "/data/questionId"));
  const { known, wrong } = bankOf(record, env);
  const steps = {
    draw: () => drawStep(record, of, known),
    bank: () => (wrong ? fail(wrong) : bankStep(record, of, known)),
    grade: () => gradeStep(record, of, known),
  };
  const left = skip("the step was left out");
  const answers = Object.entries(steps).map(([step, check]) => [
    step,
    env.skip?.includes(step) ? left : check(),
  ]);
  return Object.fromEntries(answers);
}

function drawStep(record, of, known) {
  const [seed, entropy, index, variant] = ["seed", "entropy", "index", "variant"].map((name) =>
    at(record, `/data/draw/${name}`),
  );
  if (isObj(seed)) return skip("the seed is withheld");
  if (hexof(sha(seed)) !== at(record, "/data/terms/seed")) return fail("draw.seed");
  if (of === "science" && !known) return skip("the bank is not at hand");
  const key = { seed, entropy, subject: at(record, "/subject/id"), family: of };
  const drawn = draw(key, index, known?.sizes);
  const question = of === "math" ? drawn.questionId : known.ids[drawn.science][drawn.item];
  if (question !== at(record, "/data/questionId")) return fail("draw.question");
  if (drawn.variant !== variant) return fail("draw.variant");
  if (of === "math") return PASS;
  const order = at(record, "/data/choiceOrder");
  if (isObj(order)) return skip("the order of the options is withheld");
  return order.join() === drawn.choiceOrder.join() ? PASS : fail("draw.order");
}

function bankStep(record, of, known) {
  if (of === "math") return skip("the question comes from no bank");
  if (!known) return skip("the bank is not at hand");
  return known.all.has(at(record, "/data/questionId")) ? PASS : fail("bank.unknown-item");
}

/** Returns why a record cannot be graded, if it cannot. */
function hides(record) {
  const hidden = withheldIn(record);
  if (hidden.includes("/data/response")) return "the reply is withheld";
  if (hidden.some((pointer) => /literal|committed/.test(pointer)))
    return "a part of a reading is withheld";
  if (hidden.includes("/data/expected")) return "the right answer is withheld";
  if (hidden.includes("/data/choiceOrder")) return "the order of the options is withheld";
  return undefined;
}

function gradeStep(record, of, known) {
  const data = (name) => at(record, `/data/${name}`);
  const [outcome, status, cause] = [data("outcome"), at(record, "/status"), data("cause")];
  const [due, score] = OUTCOMES[outcome];
  if (cause !== undefined && outcomeOf(cause) !== outcome) return fail("grade.cause");
  if (data("score") !== score) return fail("grade.score");
  const stale = due === "ok" && status === "stale";
  if (status !== due && !stale) return fail("grade.status");

  const hidden = hides(record);
  if (of === "science") {
    if (!known) return skip("the bank is not at hand");
    if (!known.items.has(data("questionId"))) return skip("the item of the bank is not at hand");
    if (isObj(data("choiceOrder"))) return skip(hidden);
  }
  const question = of === "math" ? sum(data("questionId")) : choice(record, known);
  const expected = data("expected");
  if (!isObj(expected) && expected !== question.expected) return fail("grade.expected");
  const [response, variant] = [data("response"), data("draw/variant")];
  if (response !== undefined && !isObj(response)) {
    if (variant >= WORDINGS) return fail("question.unknown-variant");
    const code = checkGrade(record, { ...question, variant });
    if (code) return fail(code);
  }
  return hidden ? skip(hidden) : PASS;
}

function sum(id) {
  const [, left, sign, right] = /:(\d+)([-+x])(\d+)$/.exec(id);
  const expected = String(SIGNS[sign](Number(left), Number(right)));
  return { kind: "math", given: [left, right], expected };
}

function choice(record, known) {
  const order = at(record, "/data/choiceOrder");
  const { right, wrong } = known.items.get(at(record, "/data/questionId"));
  const options = order.map((place) => [right, ...wrong][place]);
  return { kind: "choice", options, expected: "ABCD"[order.indexOf(0)] };
}
