// The badge in real Chromium, on a foreign page under a strict policy.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";

import { ROOT } from "../../scripts/lib.mjs";
import { allSaid, onPage, opened, said } from "./browser.mjs";
import { DID, STRANGER, SUBJECT, TRUST, changed, file, lines, records } from "./records.mjs";
import { page } from "./site.mjs";

const good = await lines();
const chatty = await lines({ agent: "chatty" });

/**
 * Shows `body` on a foreign page; `use` looks at it. Nothing may go wrong in the page, nothing may be
 * asked of another site, and `requests` is what was asked of this one.
 *
 * @template T
 * @param {string} body
 * @param {(page: import("playwright-core").Page, requests: string[]) => Promise<T>} use
 * @param {{ answers?: Record<string, import("./site.mjs").Answer>, now?: number, errors?: RegExp, policy?: string, whole?: string }} [options]
 */
async function shown(body, use, { answers = {}, now = Date.now(), errors, policy, whole } = {}) {
  /** @type {string[]} */
  const problems = [];
  const found = await onPage(whole ?? page(body), (tab, { requests }) => use(tab, requests), {
    ...{ answers, policy },
    before(tab, { url }) {
      tab.on("pageerror", (error) => problems.push(error.message));
      tab.on("console", (message) => message.type() === "error" && problems.push(message.text()));
      tab.on("dialog", (dialog) => (problems.push(dialog.message()), dialog.dismiss()));
      tab.on("request", (request) => {
        const own = [`${url}/`, "data:"].some((start) => request.url().startsWith(start));
        if (!own) problems.push(`asked ${request.url()}`);
      });
      return tab.clock.setFixedTime(now);
    },
  });
  assert.deepEqual(
    problems.filter((problem) => !errors?.test(problem)),
    [],
  );
  return found;
}

const badge = (attributes = "", inside = "") =>
  `<proofmark-badge ${attributes}>${inside}</proofmark-badge>`;
const inline = (/** @type {string} */ text, type = "application/json") =>
  `<script type="${type}">\n${text}\n</script>`;
const SRC = 'src="/runs.ndjson"';
const ASKED = `trust="${DID}" subject="${SUBJECT}"`;
const DAY = 86_400_000;

test("verified: by whom, about whom, with its score and age", async () => {
  const answers = { "/runs.ndjson": file(good), "/trust.json": TRUST };
  const now = Date.now() + 3 * DAY;
  await shown(
    badge(`${SRC} trust="/trust.json" subject="${SUBJECT}" max-age="7d"`),
    async (tab, requests) => {
      const { verdict, word, note, score, report } = await said(tab);
      assert.equal(verdict, "verified");
      assert.equal(word, "Verified");
      assert.equal(note, "signed by Acme Evals · 3 days ago");
      assert.match(score ?? "", /19 of 20 right/);
      assert.equal(report.passed, true);
      assert.deepEqual(requests.sort(), [
        "/",
        "/badge/proofmark-badge.js",
        "/badge/verifier.js",
        "/badge/verify_bg.wasm",
        "/runs.ndjson",
        "/trust.json",
      ]);
      const text = await opened(tab);
      for (const step of ["schema", "signature", "inclusion", "draw", "bank", "grade", "policy"])
        assert.ok(report.steps.some((/** @type {any} */ tally) => tally.step === step));
      assert.match(text, /It has the form of a record passed 20\/20/);
      assert.ok(!text.includes("bank"), "a step that applies to no record");
      assert.match(text, /Not proven That the endpoint really sent these replies/);
      assert.match(text, /other runs were made and not published\. /);
      assert.ok(text.includes(SUBJECT) && text.includes(DID));
    },
    { answers, now },
  );
});

test("a record inline, by a property, as a file with an index, and as a file of its own", async () => {
  const one = records(good)[2] ?? "";
  const ways = [
    badge(ASKED, inline(one)),
    badge(ASKED, inline(JSON.stringify(JSON.parse(one), null, 2))),
    badge(`${ASKED} src="/one.json"`),
    badge(`${ASKED} ${SRC} index="2"`),
    badge(`${ASKED} index="2"`, inline(file(good), "application/x-ndjson")),
  ];
  const answers = {
    "/runs.ndjson": file(good),
    "/one.json": JSON.stringify(JSON.parse(one), null, 2),
  };
  for (const { verdict, report } of await shown(ways.join(""), allSaid, { answers })) {
    assert.equal(verdict, "partial");
    assert.deepEqual([report.records, report.scores.scored], [1, 1]);
  }
  const set = await shown(badge(ASKED), async (tab) => {
    await said(tab);
    const badge = tab.locator("proofmark-badge");
    const verdicts = [];
    for (const value of [JSON.parse(one), one, records(good).map((line) => JSON.parse(line))]) {
      await badge.evaluate((element, record) => void Object.assign(element, { record }), value);
      verdicts.push((await said(tab)).verdict);
    }
    return verdicts;
  });
  // Records without the line of their run are no whole run.
  assert.deepEqual(set, ["partial", "partial", "failed"]);
});

test("a record under a checkpoint alone is partial by its place in the file", async () => {
  const all = await lines({ sign: "checkpoint" });
  const answers = { "/runs.ndjson": file(all) };
  const { verdict } = await shown(badge(`${ASKED} ${SRC} index="5"`), said, { answers });
  assert.equal(verdict, "partial");
  const alone = await shown(badge(ASKED, inline(records(all)[5] ?? "")), said);
  assert.deepEqual([alone.verdict, alone.note], ["failed", "not signed by anyone trusted here"]);
});

test("without trust and subject it says intact, never verified", async () => {
  // The age shown is the age here, however long the browser takes.
  const answers = {
    "/runs.ndjson": file(await lines()),
    "/plain.ndjson": file(await lines({ key: null })),
  };
  const now = Date.now();
  const short = `${DID.slice(8, 14)}…${DID.slice(-4)}`;
  const cases = /** @type {const} */ ([
    [SRC, `Intact, signed by ${short}`, "trust"],
    [`${SRC} subject="${SUBJECT}"`, `Intact, signed by ${short}`, "trust"],
    [`${SRC} trust="${DID}"`, `Intact, signed by ${short}`, "agent"],
    [`src="/plain.ndjson"`, "Intact, unsigned", "trust"],
  ]);
  const use = async (/** @type {import("playwright-core").Page} */ tab) => {
    const found = await allSaid(tab);
    for (const [at, [, expected, unchecked]] of cases.entries()) {
      const { verdict, word, note, score } = found[at] ?? {};
      assert.deepEqual([verdict, word], ["intact", expected]);
      assert.equal(note, `${unchecked} not checked · this minute`);
      assert.match(score ?? "", /19 of 20 right/);
      await opened(tab, at);
      const badge = tab.locator("proofmark-badge").nth(at);
      const whole = await badge.evaluate((element) => element.shadowRoot?.textContent);
      assert.doesNotMatch(whole ?? "", /verified/i);
      await tab.keyboard.press("Escape");
    }
  };
  await shown(cases.map(([attributes]) => badge(attributes)).join(""), use, { answers, now });
});

test("one byte is changed: failed, with the step and without the score", async () => {
  await shown(
    badge(`${SRC} ${ASKED}`),
    async (tab) => {
      const { verdict, word, note, score } = await said(tab);
      assert.deepEqual(
        [verdict, word, note, score],
        ["failed", "Failed", "it was changed after it was signed", undefined],
      );
      const text = await opened(tab);
      assert.match(text, /What is wrong proof\.signature line 2 /);
      assert.match(text, /Stated score/);
    },
    { answers: { "/runs.ndjson": changed(file(good)) } },
  );
});

test("too old, about somebody else, signed by somebody else: failed", async () => {
  const answers = { "/runs.ndjson": file(good), "/plain.ndjson": file(await lines({ key: null })) };
  const now = Date.now() + 8 * DAY;
  const old = ["failed", "it is too old, or dated in the future"];
  const cases = [
    [`${SRC} ${ASKED} max-age="7d"`, ...old],
    [`${SRC} trust="${DID}" subject="urn:other"`, "failed", "it is about somebody else"],
    [
      ...[`${SRC} trust="${STRANGER}" subject="${SUBJECT}"`, "failed"],
      "not signed by anyone trusted here",
    ],
    [`src="/plain.ndjson" ${ASKED}`, "failed", "not signed by anyone trusted here"],
    [`${SRC} ${ASKED} max-age="9d"`, "verified"],
  ];
  const body = cases.map(([attributes]) => badge(attributes)).join("");
  const found = await shown(body, allSaid, { answers, now });
  for (const [at, [, ...expected]] of cases.entries())
    assert.deepEqual([found[at]?.verdict, found[at]?.note].slice(0, expected.length), expected);
  const early = { answers, now: Date.now() - DAY };
  const future = await shown(badge(`${SRC} ${ASKED}`), said, early);
  assert.deepEqual([future.verdict, future.note], old, "also where no age is asked about");
});

test("both readings where they differ", async () => {
  const answers = { "/runs.ndjson": file(chatty) };
  const { verdict, report, score } = await shown(badge(`${SRC} ${ASKED}`), said, { answers });
  assert.equal(verdict, "verified");
  assert.ok(report.scores.literal < report.scores.committed);
  const { literal, committed, scored } = report.scores;
  assert.equal(
    score,
    `. ${literal} of ${scored} right by the first answer, ${committed} by the final answer ${literal}/${scored} first ${committed}/${scored} final`,
  );
});

test("what cannot be read is not checked, with a reason", async () => {
  const answers = {
    "/runs.ndjson": file(good),
    "/empty": "",
    "/page": "<!doctype html><title>Sign in</title>",
    "/bytes": Uint8Array.from({ length: 4096 }, (_, at) => (at * 37) % 256),
    "/large": (/** @type {import("node:http").ServerResponse} */ response) => {
      response.writeHead(200);
      const piece = Buffer.alloc(1 << 20, " ");
      for (let count = 0; count < 9; count += 1) response.write(piece);
      response.end();
    },
    "/cut": (/** @type {import("node:http").ServerResponse} */ response) => {
      response.writeHead(200, { "content-length": 1000 }).write("{");
      setTimeout(() => response.destroy(), 50);
    },
    "/refused": (/** @type {import("node:http").ServerResponse} */ response) => response.destroy(),
  };
  const errors =
    /Failed to load resource|net::ERR|Content Security Policy|Refused to connect|violates/;
  const cases = [
    ["", "no record was given"],
    ['src="/empty"', "no record was given"],
    ['src=""', "no record was given"],
    ['src="/page"', "it is no record"],
    ['src="/bytes"', "it is no record"],
    ['src="/large"', "it is larger than 8 MB"],
    ['src="/cut"', "it broke off while it was fetched"],
    ['src="/refused"', "it could not be fetched"],
    ['src="/gone"', "it could not be fetched (404)"],
    ['src="https://elsewhere.example/runs.ndjson"', "it could not be fetched"],
    ['src="http://[/"', "its address is not valid"],
    [`${SRC} index="20"`, "it has no record at this index"],
    [`${SRC} index="-1"`, "index is no place in a file"],
    [`${SRC} max-age="soon"`, "max-age is not an age"],
    [`${SRC} trust="/gone"`, "the trust file could not be fetched"],
    [`${SRC} trust=""`, "what it was asked for is not valid"],
    [`${SRC} trust="did:key:nobody"`, "what it was asked for is not valid"],
  ];
  const body = cases.map(([attributes]) => badge(attributes)).join("");
  const found = await shown(body, allSaid, { answers, errors });
  assert.deepEqual(
    found.map(({ verdict, word, score, note }) => [verdict, word, score, note]),
    cases.map(([, note]) => ["not-checked", "Not checked", undefined, note]),
  );
});

test("a page that allows no wasm, or has none, says so", async () => {
  const answers = { "/runs.ndjson": file(good) };
  const policy = "default-src 'none'; script-src 'self'; connect-src 'self'";
  const errors = /Content Security Policy|violates|Failed to load resource/;
  const forbidden = await shown(badge(SRC), said, { answers, policy, errors });
  assert.deepEqual(
    [forbidden.verdict, forbidden.note],
    ["not-checked", "this page forbids the verifier to run"],
  );
  const gone = { ...answers, "/badge/verify_bg.wasm": "<!doctype html>" };
  const missing = await shown(badge(SRC), said, { answers: gone, errors });
  assert.deepEqual([missing.verdict, missing.note], ["not-checked", "the verifier did not load"]);
});

test("questions of science take the public bank, and nothing else does", async () => {
  const science = await lines({ families: ["math", "science"], questions: 8, answer: () => "A" });
  const answers = { "/runs.ndjson": file(science), "/math.ndjson": file(good) };
  const fetched = async (/** @type {string} */ body, more = {}) =>
    shown(
      body,
      async (tab, requests) => {
        const { verdict, note, report } = await said(tab);
        const beside = requests.filter((path) => path.startsWith("/badge/")).sort();
        return { verdict, note, beside, report };
      },
      { answers: { ...answers, ...more }, errors: /Failed to (load|fetch)|MIME type/ },
    );
  const script = ["/badge/proofmark-badge.js", "/badge/verifier.js", "/badge/verify_bg.wasm"];
  const math = await fetched(badge(`src="/math.ndjson" ${ASKED}`));
  assert.deepEqual([math.verdict, math.beside], ["verified", script]);
  const both = await fetched(badge(`${SRC} ${ASKED}`));
  assert.deepEqual([both.verdict, both.beside], ["verified", ["/badge/bank.js", ...script]]);
  const steps = new Map(
    both.report.steps.map((/** @type {any} */ tally) => [tally.step, tally.pass]),
  );
  assert.deepEqual([steps.get("bank"), steps.get("grade")], [8, 16]);
  const one = await fetched(badge(`${SRC} ${ASKED} index="9"`));
  assert.equal(one.verdict, "partial");
  // Without the bank, and with another than the one in the code.
  const gone = await fetched(badge(`${SRC} ${ASKED}`), { "/badge/bank.js": "<!doctype html>" });
  assert.deepEqual([gone.verdict, gone.note], ["not-checked", "the public bank did not load"]);
  const bank = readFileSync(join(ROOT, "pkg/badge/bank.js"), "utf8");
  const other = { "/badge/bank.js": bank.replace("right", "wrong") };
  assert.notEqual(other["/badge/bank.js"], bank);
  assert.equal((await fetched(badge(`${SRC} ${ASKED}`), other)).verdict, "not-checked");
});

test("a bundle without a worker has a badge that verifies, with the wasm next to it", async () => {
  const { build } = await import("../../badge/node_modules/esbuild/lib/main.js");
  const { outputFiles } = await build({
    stdin: { contents: 'import "proofmark/badge";', resolveDir: join(ROOT, "tests") },
    bundle: true,
    format: "esm",
    platform: "browser",
    write: false,
    logLevel: "silent",
  });
  const answers = {
    "/runs.ndjson": file(await lines({ families: ["science"], questions: 4, answer: () => "B" })),
    "/site.js": outputFiles[0]?.text ?? "",
    "/verify_bg.wasm": readFileSync(join(ROOT, "pkg/badge/verify_bg.wasm")),
  };
  const whole = page(badge(`${SRC} ${ASKED}`), {
    script: '<script type="module" src="/site.js"></script>',
  });
  const { verdict } = await shown("", said, { answers, whole });
  assert.equal(verdict, "verified");
});

test("what is given later is checked again, and the last word counts", async () => {
  const answers = { "/runs.ndjson": file(good), "/other.ndjson": file(chatty) };
  await shown(
    badge(`${SRC} ${ASKED}`),
    async (tab) => {
      await said(tab);
      const verdicts = await tab.evaluate(async (stranger) => {
        const badge = /** @type {any} */ (document.querySelector("proofmark-badge"));
        /** @type {string[]} */
        const told = [];
        document.addEventListener("proofmark-verdict", (event) =>
          told.push(/** @type {CustomEvent} */ (event).detail.verdict),
        );
        badge.trust = stranger;
        badge.removeAttribute("subject");
        await badge.checked;
        badge.trust = null;
        badge.src = "/other.ndjson";
        await badge.checked;
        return told;
      }, STRANGER);
      assert.deepEqual(verdicts, ["failed", "intact"]);
    },
    { answers },
  );
});

test("several badges of one file ask for it once", async () => {
  const badges = Array.from({ length: 8 }, (_, at) =>
    badge(`${SRC} ${ASKED} index="${at}" compact`),
  );
  await shown(
    badges.join("\n"),
    async (tab, requests) => {
      await said(tab);
      const verdicts = await tab.evaluate(() =>
        [...document.querySelectorAll("proofmark-badge")].map(
          (badge) => /** @type {any} */ (badge).verdict,
        ),
      );
      assert.deepEqual(verdicts, Array(8).fill("partial"));
      assert.equal(requests.filter((path) => path === "/runs.ndjson").length, 1);
      assert.equal(requests.filter((path) => path.endsWith(".wasm")).length, 1);
    },
    { answers: { "/runs.ndjson": file(good) } },
  );
});

test("its texts can be translated", async () => {
  const answers = { "/runs.ndjson": file(good) };
  const now = Date.now() + 3 * DAY;
  const { word, note } = await shown(
    badge(`${SRC} ${ASKED}`),
    async (tab) => {
      await said(tab);
      await tab.evaluate(() => {
        const badge = /** @type {any} */ (document.querySelector("proofmark-badge"));
        badge.strings = { locale: "de", verified: "Geprüft", signed: "signiert von {who}" };
      });
      return said(tab);
    },
    { answers, now },
  );
  assert.equal(word, "Geprüft");
  assert.match(note ?? "", /^signiert von z6Mk.* · vor 3 Tagen$/);
});

test("the scripts hold nothing that a policy forbids, and load nothing but each other, bank and wasm", () => {
  const apart = ["proofmark-badge.js", "verifier.js"].map((name) => {
    const script = readFileSync(join(ROOT, "pkg/badge", name), "utf8");
    assert.doesNotMatch(script, /\beval\(|new Function\(|\sstyle=|^import\s/m);
    return [...script.matchAll(/\bimport\(([^)]*)\)/g)].map(([, what]) => what).sort();
  });
  assert.deepEqual(apart, [['"./bank.js"', '"./verifier.js"'], []]);
});
