// The view Run, against the sample fleet and agents of the tests' own.

import assert from "node:assert/strict";

import { agent, close, onPage, open, shared, test as anyTest } from "../support.mjs";

const test = onPage("run");

/** @param {import("../support.mjs").Page} page @param {string} name */
const agentRow = (page, name) =>
  page
    .locator("pm-run tbody tr")
    .filter({ has: page.locator("th", { hasText: new RegExp(`^${name}$`) }) });

anyTest("the sample fleet is asked, live, and every agent gets its words", async () => {
  // A clock belongs to a context.
  const context = await shared.browser.newContext();
  const page = await open("run", { context });
  await page.getByLabel("Questions per topic").fill("2");
  for (const box of await page.locator("input[name=agent]").all()) await box.check();
  // The time of the page stands still: who answers is never late, however busy the machine is.
  await page.evaluate(() => Object.assign(globalThis, { drawn: requestAnimationFrame }));
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 60_000);
  await page.evaluate(() => {
    Object.assign(globalThis, { requestAnimationFrame: Reflect.get(globalThis, "drawn") });
  });
  const sent = () =>
    page.waitForRequest((one) => one.method() === "POST" && one.url().endsWith("/slow"));
  let unanswered = sent();
  await page.choose("Start", page.locator(".asking li").first());
  await page.locator(".feed li").first().waitFor();
  // It passes for the one that never answers, question by question, when all others have answered.
  for (let done = 28; done < 32; done++) {
    await page.getByText(`${done} of 40 questions`).waitFor();
    await unanswered;
    await page.clock.runFor(1_999);
    assert.equal(await page.locator(".asking li", { hasText: "slow" }).count(), 1);
    if (done < 31) unanswered = sent();
    await page.clock.runFor(1);
  }
  await page.done.waitFor();
  assert.equal(await page.locator("pm-run progress").getAttribute("value"), "32");
  for (const [name, words] of [
    ["honest", "Correct 4"],
    ["refusing", "No answer found 4"],
    ["slow", "Timed out 4"],
    ["broken", "Server error \\(5xx\\) 4"],
    ["closing", "Could not be asked"],
    ["no-pages", "Could not be asked"],
  ]) {
    assert.match(
      (await agentRow(page, name ?? "").textContent()) ?? "",
      new RegExp(words ?? ""),
      name,
    );
  }
  await close(page);
  await context.close();
});

test("a reply stands with its question, what each reading matched, and why", async (page) => {
  const reply = "I think that  40 + 2\n = 42.";
  const one = await agent(() => reply);
  await page.ask(one.url, { questions: 1, families: ["math"] }, page.done);
  const evidence = page.locator("pm-evidence").first();
  await evidence.waitFor();
  assert.equal(await evidence.locator(".reply").innerText(), reply);
  assert.match(await evidence.locator(".asked").innerText(), /^\S[^]*\S$/);
  assert.equal(await evidence.locator("mark.literal").textContent(), "40");
  assert.equal(await evidence.locator("mark.committed").textContent(), "42");
  const said = (await evidence.textContent())?.replace(/\s+/g, " ") ?? "";
  assert.match(said, /Question .+ Right answer/);
  assert.match(
    said,
    /First answer scored 40 because it is the first number in the reply number\.first/,
  );
  assert.match(said, /Final answer 42 because it is .* number\.(answer|line|only|result)/);
});

test("a run is stopped, found again after the page was loaded again, and goes on", async (page) => {
  let answers = false;
  const halting = await agent((_, asked) => (asked < 7 || answers ? "12" : undefined));
  await page.ask(halting.url, { questions: 10 }, "7 of 20 questions");
  await page.choose("Stop", page.getByRole("heading", { name: "Stopped" }));
  // The button that was pressed is gone.
  await page.locator("button:focus", { hasText: "Resume" }).waitFor();
  const before = halting.asked;

  await page.waitForURL(/#\/run\/\w+$/);
  await page.reload();
  await page.getByRole("heading", { name: "Unfinished runs" }).waitFor();
  await page.getByText("7 of 20 questions").waitFor();
  const resume = page.getByRole("button", { name: "Resume" });
  const top = async (/** @type {typeof resume} */ found) => (await found.boundingBox())?.y ?? 0;
  assert.ok((await top(resume)) < (await top(page.locator("pm-run-form"))));
  await page.choose("Results");
  await page.locator("pm-library tbody tr").filter({ hasText: "unfinished" }).waitFor();
  await page.choose("Run");

  answers = true;
  await page.choose("Resume", page.done);
  await page.getByText("20 of 20 questions").waitFor();
  assert.equal(halting.asked - before, 13, "what was answered before is not asked again");
  assert.ok(before >= 7);

  // What was kept is one complete run, and verifies.
  await page.choose("Open in Results", "20 records · 1 agent · 1 run");
  await page.choose("Verification details", page.locator(".verdict.intact"));
  await page.reload();
  await page.choose("Run", page.locator("pm-run-form"));
  assert.equal(await page.getByRole("heading", { name: "Unfinished runs" }).count(), 0);
});

test("why a page gets no answer is told in words to act on", async (page) => {
  await page.ask(`${shared.fleet.url}/no-pages`, { questions: 1, families: ["math"] });
  const advice = page.locator("pm-advice");
  await advice.getByText("does not allow this page to read its answers").waitFor();
  await advice.getByText(`Access-Control-Allow-Origin: ${shared.site}`).waitFor();
  await advice.getByText("npx --no-install proofmark run").waitFor();
  await advice.getByText("--protocol json --family math --questions 1 --policy literal").waitFor();
  // The browser's refusal is no answer of the agent: nothing is scored or kept.
  await page.getByRole("heading", { name: "Could not be asked" }).waitFor();
  await page.locator(".agent-rows tr", { hasText: "No score" }).waitFor();
  await page.choose("Results", "Nothing yet.");

  // Only root can listen on port 2, and no other test gets it.
  for (const [url, words] of [
    ["http://127.0.0.1:2/agent", "Nothing answers at this address"],
    [`${shared.fleet.url}/closing`, "closed the connection without answering"],
  ]) {
    await page.choose("Run");
    await page.choose("New run");
    await page.ask(url ?? "", { questions: 1, families: ["math"] });
    await advice.getByText(words ?? "").waitFor();
  }
});

test("a run stops where the machine goes offline, and goes on from there", async (page) => {
  const steady = await agent((_, asked) => (asked === 4 ? undefined : "12"));
  await page.ask(steady.url, { questions: 40, families: ["math"] });
  await page.locator(".feed li").nth(3).waitFor();
  await page.context().setOffline(true);
  await page.waitForFunction(() => !navigator.onLine);
  steady.hangUp();
  await page.getByRole("heading", { name: "Stopped" }).waitFor();
  await page.locator("pm-advice").getByText("This machine is offline.").waitFor();
  const asked = steady.asked;
  assert.ok(asked < 40, String(asked));
  await page.context().setOffline(false);
  await page.locator("pm-advice section").waitFor({ state: "detached" });
  await page.choose("Resume", page.done);
  // The one that was under way may have found nobody; all others have their reply.
  assert.ok(steady.asked >= 39, String(steady.asked));
});

test("a page that came without TLS asks and keeps, and says of nothing that it was copied", async (page) => {
  // What such a page lacks.
  await page.addInitScript(() => {
    Reflect.deleteProperty(Crypto.prototype, "randomUUID");
    Object.defineProperty(Navigator.prototype, "clipboard", { get: () => undefined });
    Object.defineProperty(Navigator.prototype, "locks", { get: () => undefined });
  });
  await page.reload();
  await page.ask(`${shared.fleet.url}/honest`, { questions: 1, families: ["math"] }, page.done);
  await page.getByText("Saved in this browser. Open it in Results").waitFor();
  await page.choose("New run");
  await page.ask(`${shared.fleet.url}/no-pages`, { questions: 1, families: ["math"] });
  await page.getByRole("heading", { name: "Could not be asked" }).waitFor();
  const copy = page.locator("pm-advice .copy", { hasText: "npx --no-install proofmark run" });
  await copy.getByRole("button", { name: "Copy" }).click();
  const marked = await page.evaluate(() => String(getSelection()));
  assert.match(marked, /^npx --no-install proofmark run .* --out runs\.ndjson$/);
  assert.equal(await page.getByText("Copied").count(), 0);
});

test("what cannot be asked is refused at its field, and a key is kept nowhere", async (page) => {
  await page.getByText("Your agent", { exact: true }).click();
  await page.choose("Start", "Enter the agent’s address.");
  assert.equal(await page.evaluate(() => document.activeElement?.id), "endpoint");
  await page.getByLabel("Agent’s address").fill("no address");
  for (const seconds of ["-5", "601", ""]) {
    await page.locator("#budget").evaluate((field, seconds) => {
      /** @type {HTMLInputElement} */ (field).value = seconds;
    }, seconds);
    await page.choose("Start", "Enter a number of seconds from 1 to 600.");
    assert.equal(await page.evaluate(() => document.activeElement?.id), "budget");
  }
  await page.getByLabel("Seconds per question").fill("25");
  await page.getByLabel("Name of the agent").fill("urn:mine");

  // What the core refuses stands at the field, too, and nothing that was entered is lost.
  const address = page.locator("#endpoint");
  const start = async (/** @type {string} */ url) => {
    await address.fill(url);
    await page.choose("Start");
  };
  for (const [url, expected] of /** @type {const} */ ([
    ["agent.example", "expected a URL that begins with http:// or https://"],
    ["ftp://agent.example", "expected a URL that begins with http:// or https://"],
    ["https://me:secret@agent.example", "expected an absolute http or https URL"],
  ])) {
    await start(url);
    await page.locator("#endpoint-wrong", { hasText: expected }).waitFor();
    assert.equal(await page.evaluate(() => document.activeElement?.id), "endpoint");
    assert.equal(await address.getAttribute("aria-invalid"), "true");
    assert.equal(await address.inputValue(), url);
  }
  const headers = page.getByLabel("Headers");
  await headers.fill("x-mine: 1\nCookie: session=1\nOrigin: https://me.example\nhost: other");
  await start("http://127.0.0.1:1");
  const said = "Browsers do not let pages send this header: Cookie, Origin, host.";
  await page.locator("#headers-wrong", { hasText: said }).waitFor();
  assert.equal(await page.evaluate(() => document.activeElement?.id), "headers");
  await headers.fill("x-mine: 1\nX-Mine: 2");
  await start("http://127.0.0.1:1");
  await page.locator("#headers-wrong", { hasText: "twice: X-Mine" }).waitFor();
  await headers.fill("Bad(name): 1");
  await start("http://127.0.0.1:1");
  await page.locator("#headers-wrong", { hasText: 'found "bad(name)"' }).waitFor();
  assert.equal(await page.evaluate(() => document.activeElement?.id), "headers");
  assert.equal(await address.getAttribute("aria-invalid"), "false");
  await page.getByLabel("Protocol").selectOption("mcp");
  await headers.fill("authorization: Bearer secret-of-mine");
  await start("http://127.0.0.1:1");
  await page.locator("#tool-wrong", { hasText: "required by the protocol mcp" }).waitFor();
  assert.equal(await page.evaluate(() => document.activeElement?.id), "tool");
  assert.equal(await page.getByLabel("Name of the agent").inputValue(), "urn:mine");
  assert.equal(await page.getByText("Unfinished runs").count(), 0);

  const one = await agent(() => "1");
  await page.ask(`${one.url}?key=secret-of-mine-too`, { questions: 1, families: ["math"] });
  await page.done.waitFor();
  assert.equal(one.asked, 1);
  assert.doesNotMatch(await page.everythingKept(), /secret-of-mine/);

  // The next run begins with what this one was asked, without its secrets.
  await page.choose("New run", page.getByRole("heading", { name: "Ask an agent" }));
  assert.equal(await page.evaluate(() => document.activeElement?.tagName), "H1");
  assert.equal(await address.inputValue(), one.url);
  assert.equal(await page.getByLabel("Questions per topic").inputValue(), "1");
  assert.equal(await page.getByLabel("Name of the agent").inputValue(), "urn:mine");
  assert.equal(await headers.inputValue(), "");
});

test("who has chosen no family, or no agent, is led to where they are", async (page) => {
  for (const name of ["agent", "family"]) {
    const boxes = page.locator(`input[name=${name}]`);
    await boxes.first().waitFor();
    for (const box of await boxes.all()) await box.uncheck();
    await page.choose("Start");
    await page.waitForFunction(
      (name) => document.activeElement?.getAttribute("name") === name,
      name,
    );
    assert.equal(await boxes.first().getAttribute("aria-invalid"), "true");
    await boxes.first().check();
  }
});

test("what was typed stays in its field, whatever is chosen beside it", async (page) => {
  const whom = (/** @type {string} */ name) => page.getByText(name, { exact: true }).click();
  await whom("Your agent");
  await page.getByText("More settings").click();
  const typed = /** @type {const} */ ([
    ["Agent’s address", "https://agent.example"],
    ["Name of the agent", "urn:mine"],
    ["Headers", "no header"],
  ]);
  for (const [label, value] of typed) await page.getByLabel(label).fill(value);
  const protocol = page.getByLabel("Protocol");
  await protocol.selectOption("broker");
  const url = "https://agent.example/?api_key=s3cr3t";
  await page.getByLabel("Agent URL").fill(url);
  await protocol.selectOption("mcp");
  for (const label of ["Tool", "Tool argument"])
    assert.equal(await page.getByLabel(label, { exact: true }).inputValue(), "", label);
  await protocol.selectOption("broker");
  assert.equal(await page.getByLabel("Agent URL").inputValue(), url);

  // What the sample fleet is not asked with keeps nobody from asking it.
  await whom("Sample agents");
  for (const [label] of typed) assert.equal(await page.getByLabel(label).isVisible(), false);
  await page.getByLabel("Questions per topic").fill("0");
  await page.choose("Start", "Enter a whole number from 1 to 1,000.");
  assert.equal(await page.getByRole("alert").count(), 1);
  await whom("Your agent");
  for (const [label, value] of typed)
    assert.equal(await page.getByLabel(label).inputValue(), value, label);
});

test("a run begins later, where the connection was gone when it should have", async (page) => {
  await page.getByText("Your agent", { exact: true }).click();
  const core = /core_bg/;
  await page.route(core, (route) => route.abort());
  const one = await agent(() => "1");
  await page.ask(one.url, { questions: 1, families: ["math"] });
  await page.getByRole("alert").filter({ hasText: "Check the connection and try again" }).waitFor();
  assert.equal(await page.getByLabel("Agent’s address").inputValue(), one.url);
  await page.unroute(core);
  await page.choose("Start", page.done);
  assert.equal(await page.getByRole("alert").count(), 0);
});
