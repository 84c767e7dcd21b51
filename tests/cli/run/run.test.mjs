// proofmark run, against real servers on loopback: the words, the file, the exit codes.

import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { copyFileSync, existsSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { test } from "node:test";

import { listen } from "../../support/listen.mjs";
import { ROOT } from "../../../scripts/lib.mjs";
import { ended, fleet, proofmark, readLines, readRecords, scratch, start } from "../support.mjs";

/** A body that shows what a request carried. */
const JSON_ANSWER = { "content-type": "application/json" };

test("the honest agent scores 100, and its file verifies", async (t) => {
  const cwd = scratch(t);
  const { url } = await fleet(t);
  const words = `run ${url}/honest --protocol json --questions 20 --out r.ndjson`.split(" ");
  const ran = await proofmark(words, { cwd });
  assert.equal(ran.stderr, "");
  assert.match(ran.stdout, /^ {2}100 literal: 40 of 40 questions right$/m);
  for (const line of ran.stdout.split("\n")) assert.ok(line.length <= 80, line);

  const lines = readLines(join(cwd, "r.ndjson"));
  assert.equal(lines.length, 42);
  assert.equal(lines[0].type, "run");
  assert.equal(lines[41].type, "close");
  for (const family of ["math", "science"]) {
    const records = readRecords(join(cwd, "r.ndjson")).filter(({ signalId }) =>
      signalId.endsWith(family),
    );
    assert.deepEqual(
      records.map(({ data }) => data.draw.index),
      [...Array(20).keys()],
    );
    for (const { data } of records) {
      assert.equal(data.outcome, "correct");
      assert.equal(data.compliance, "exact");
    }
  }
  const verified = await proofmark("verify r.ndjson", { cwd });
  assert.match(verified.stdout, /^ {2}Intact: schema, draw, grade hold on every record/m);
  assert.doesNotMatch(verified.stdout, /verified/i);
});

test("the fleet gets its words", async (t) => {
  const cwd = scratch(t);
  const { agents } = await fleet(t);
  const words = "run --targets t.ndjson --allow-private --questions 2 --out r.ndjson --resume";
  /** @type {string[]} */
  const targets = [];
  let stdout = "";
  // The time that a question has is for the one alone that never answers.
  for (const [slow, budget] of /** @type {const} */ ([
    [false, "10m"],
    [true, "1s"],
  ])) {
    for (const { name, url } of agents)
      if ((name === "slow") === slow)
        targets.push(JSON.stringify({ endpoint: url, subject: name, protocol: "json" }));
    writeFileSync(join(cwd, "t.ndjson"), targets.join("\n"));
    const more = `--budget ${budget} --retries 0 --format json`;
    ({ stdout } = await proofmark(`${words} ${more}`, { cwd }));
  }
  const { subjects, records } = JSON.parse(stdout);
  assert.equal(records, 4 * agents.length);
  for (const [name, expected] of Object.entries({
    honest: { correct: 2 },
    slow: { timeout: 2 },
    broken: { "upstream-error": 2 },
    closing: { error: 2 },
    refusing: { unparseable: 2 },
    wrong: { wrong: 2 },
  })) {
    const own = subjects.filter((/** @type {any} */ { subject }) => subject === name);
    for (const { outcomes } of own) assert.deepEqual(outcomes, expected, name);
    assert.equal(own.length, 2);
  }
  await proofmark("verify r.ndjson", { cwd });
});

test("what a run says to check its file with does check it", async (t) => {
  const cwd = scratch(t);
  const { url } = await fleet(t);
  copyFileSync(join(ROOT, "examples/private-bank.json"), join(cwd, "bank.json"));
  const others = {
    plain: "",
    "without replies": " --withhold response",
    "of a private bank": " --family science --bank bank.json",
    "of both": " --family science --bank bank.json --withhold response",
  };
  for (const [name, more] of Object.entries(others)) {
    const file = `${name.replaceAll(" ", "-")}.ndjson`;
    const words = `run ${url}/honest --protocol json --out ${file}${more}`.split(" ");
    const { stdout } = await proofmark(words, { cwd });
    const [, hint = "", command = ""] =
      /(\d records?[^:]*): proofmark (verify .*)/.exec(stdout.replace(/\s+/g, " ").trim()) ?? [];
    assert.equal(hint.includes("anyone"), more === "", hint);
    await proofmark(command.split(" "), { cwd });
  }
});

test("always answering A never scores 100", async (t) => {
  const { url } = await fleet(t);
  const words = `run ${url}/always-a --protocol json --format json --questions 40`.split(" ");
  for (const seed of ["a", "b", "c"]) {
    const { stdout } = await proofmark([...words, "--seed", seed]);
    const { literal, committed } = JSON.parse(stdout);
    assert.ok(literal < 50 && committed < 50, stdout);
  }
});

test("--min-score decides the exit code", async (t) => {
  const { url } = await fleet(t);
  const words = ["--protocol", "json", "--family", "math", "--questions", "2", "--min-score"];
  await proofmark(["run", `${url}/honest`, ...words, "100"]);
  const wrong = await proofmark(["run", `${url}/wrong`, ...words, "0.01"], { code: 1 });
  assert.match(wrong.stdout, /^ {2}0 literal: .*, below the 0.01 asked for$/m);
  await proofmark(["run", `${url}/wrong`, ...words, "0"]);
});

test("nobody at home is a result, if asked for", async (t) => {
  const cwd = scratch(t);
  const words = ["--protocol", "json", "--family", "math", "--retries", "0", "--allow-unreachable"];
  const out = ["--out", "r.ndjson"];
  const { stdout } = await proofmark(["run", "http://127.0.0.1:9/", ...words, ...out], {
    cwd,
  });
  assert.match(stdout, /error 1/);
  // And why it is none: without that, whoever mistyped an address sees a score of 0 only.
  assert.match(
    stdout,
    /^ {2}No reply to 1 question: The connection was refused\. Start the agent/m,
  );
  const report = await proofmark("report r.ndjson", { cwd });
  assert.match(report.stdout, /^ {2}fail .* error: network\.refused$/m);
  const json = await proofmark(["run", "http://127.0.0.1:9/", ...words, "--format", "json"]);
  assert.deepEqual(JSON.parse(json.stdout).causes, { "network.refused": 1 });
  assert.match(report.stdout, /^ {4}meaning: +The connection was refused\./m);
  assert.match(json.stderr, /^proofmark: No reply to 1 question: .* \(network\.refused\)$/m);
});

test("a private address from a file is not asked", async (t) => {
  const cwd = scratch(t);
  const { url } = await fleet(t);
  writeFileSync(join(cwd, "t.ndjson"), `{"endpoint":"${url}/honest"}\n`);
  const words = ["run", "--targets", "t.ndjson", "--protocol", "json", "--format", "ndjson"];
  const refused = await proofmark(words, { cwd, code: 1 });
  assert.equal(refused.stdout, "");
  assert.match(
    refused.stderr,
    /^proofmark: No reply from .*\(--allow-private\).*\(contact\.private\)$/m,
  );
  const { stdout } = await proofmark([...words, "--allow-unreachable"], { cwd });
  const causes = stdout
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line).data?.cause)
    .filter(Boolean);
  assert.deepEqual(causes, ["address.refused", "address.refused"]);
});

test("ndjson on stdout is what the record file holds", async (t) => {
  const cwd = scratch(t);
  const { url } = await fleet(t);
  const words = ["run", `${url}/honest`, "--protocol", "json", "--questions", "3", "--seed", "s"];
  const { stdout, stderr } = await proofmark(
    [...words, "--format", "ndjson", "--out", "r.ndjson"],
    { cwd },
  );
  assert.equal(stderr, "");
  assert.equal(stdout, readFileSync(join(cwd, "r.ndjson"), "utf8"));
});

test("a header and a key in a URL are sent, and stand nowhere", async (t) => {
  const cwd = scratch(t);
  const SECRET = "sk-0123456789";
  /** @type {(string | undefined)[]} */
  const seen = [];
  const server = createServer((request, response) => {
    seen.push(request.headers.authorization, request.url);
    response.writeHead(401, JSON_ANSWER).end(`{"error":"no"}`);
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", () => resolve(undefined)));
  t.after(() => server.close());
  const { port } = /** @type {import("node:net").AddressInfo} */ (server.address());
  const address = `http://user:${SECRET}@127.0.0.1:${port}/x?key=${SECRET}`;
  const words = [
    ...["--protocol", "json", "--subject", "urn:x", "--out", "r.ndjson", "--allow-unreachable"],
    ...["--header", "Authorization: Bearer ${KEY}"],
  ];
  for (const [code, url] of /** @type {const} */ ([
    [0, `http://127.0.0.1:${port}/x?key=\${KEY}`],
    [2, address],
  ])) {
    const ran = await proofmark(["run", url, ...words], { cwd, code, env: { KEY: SECRET } });
    assert.doesNotMatch(ran.stdout + ran.stderr, new RegExp(SECRET));
  }
  assert.deepEqual(seen.slice(0, 2), [`Bearer ${SECRET}`, `/x?key=${SECRET}`]);
  assert.doesNotMatch(readFileSync(join(cwd, "r.ndjson"), "utf8"), new RegExp(SECRET));
});

test("an agent is asked through a broker, by its id or by its URL", async (t) => {
  const cwd = scratch(t);
  const { url } = await fleet(t);
  /** The bodies that opened sessions; each question has its own. @type {Set<string>} */
  const opened = new Set();
  let ended = 0;
  const server = createServer(async (request, response) => {
    const chunks = await request.toArray();
    const body = Buffer.concat(chunks).toString();
    /** @type {Record<string, string>} */
    let answer = { sessionId: "s" };
    if (request.method === "DELETE") {
      ended += 1;
    } else if (request.url === "/v1/chat/readiness") {
      answer = { status: "responsive", replyMode: "direct" };
    } else if (request.url === "/v1/chat/session") {
      opened.add(body);
    } else {
      const reply = await fetch(`${url}/honest`, { method: "POST", body });
      answer = { content: (await reply.json()).response };
    }
    response.writeHead(200, JSON_ANSWER).end(JSON.stringify(answer));
  });
  const origin = await listen(server, t);
  const base = `${origin}/v1`;

  const named = ["--protocol", "broker", "--uaid", "uaid:aid:x"];
  await proofmark(["run", base, ...named, "--out", "r.ndjson"], { cwd });
  for (const { subject, data } of readRecords(join(cwd, "r.ndjson"))) {
    assert.deepEqual([subject.id, data.outcome], ["uaid:aid:x", "correct"]);
    assert.equal(data.sessionId, createHash("sha256").update("s").digest("hex"));
  }
  const address = ["--agent-url", "https://agent.example/?key=${KEY}", "--subject", "urn:y"];
  const words = ["run", base, ...address, "--out", "s.ndjson"];
  await proofmark(words, { cwd, env: { KEY: "sk-01" } });
  assert.doesNotMatch(readFileSync(join(cwd, "s.ndjson"), "utf8"), /sk-01/);
  const suite = '{"id":"s","version":"1","tasks":[{"id":"a","prompt":"p","answer":"FINAL_X"}]}';
  writeFileSync(join(cwd, "plain.json"), suite);
  await proofmark("suite seal plain.json --out s.json", { cwd });
  await proofmark(`suite run s.json ${base} --uaid uaid:aid:y`, { cwd, code: 1 });
  assert.ok(ended > opened.size);
  assert.deepEqual(
    [...opened].map((body) => JSON.parse(body)),
    [
      { uaid: "uaid:aid:x" },
      { agentUrl: "https://agent.example/?key=sk-01" },
      { uaid: "uaid:aid:y" },
    ],
  );
});

test("a refused run leaves no file", async (t) => {
  const cwd = scratch(t);
  const words = ["run", "http://127.0.0.1:9/", "--protocol", "json", "--out", "r.ndjson"];
  for (const bad of [["--policy", "kind"], ["--family", "art"], ["--protocol=smoke"]]) {
    const { stderr } = await proofmark(
      [...words.slice(0, bad.length === 1 ? 2 : 4), "--out", "r.ndjson", ...bad],
      { cwd, code: 2 },
    );
    assert.equal(stderr.split("\n").length, 2, stderr);
    assert.equal(existsSync(join(cwd, "r.ndjson")), false);
  }
});

test("a record file that is deleted or replaced meanwhile ends the run", async (t) => {
  const cwd = scratch(t);
  const path = join(cwd, "r.ndjson");
  for (const [act, last, found] of /** @type {[() => void, number, string][]} */ ([
    [() => rmSync(path), 2, "was deleted or moved"],
    [() => rmSync(path), 4, "was deleted or moved"],
    [
      () => {
        renameSync(path, join(cwd, "moved"));
        writeFileSync(path, "mine");
      },
      2,
      "was replaced by another file",
    ],
  ])) {
    let asked = 0;
    const server = createServer((_, response) => {
      if (++asked === last) act();
      response.writeHead(200, JSON_ANSWER).end('{"response":"7"}');
    });
    const origin = await listen(server, t);
    const url = `${origin}/`;
    const words = ["run", url, "--protocol", "json", "--questions", "2", "--out", "r.ndjson"];
    const { stdout, stderr } = await proofmark(words, { cwd, code: 3 });
    assert.equal(stderr, `proofmark: r.ndjson: ${found} (cli.file-changed)\n`);
    assert.deepEqual([stdout, asked], ["", last]);
  }
  assert.equal(readFileSync(path, "utf8"), "mine");
});

test("Ctrl-C keeps what is done, and --resume ends it", async (t) => {
  const cwd = scratch(t);
  const path = join(cwd, "r.ndjson");
  let asked = 0;
  let wake = () => {};
  const reached = new Promise((resolve) => (wake = () => resolve(undefined)));
  const server = createServer((_, response) => {
    // It is interrupted while it waits for this one.
    if (++asked === 70) return wake();
    response.writeHead(200, JSON_ANSWER).end('{"response":"7"}');
  });
  const origin = await listen(server, t);
  const words = ["run", `${origin}/`, "--protocol", "json", "--family", "math"];
  words.push("--questions", "150", "--out", "r.ndjson");
  const child = start(words, { cwd });
  const end = ended(child);
  await reached;
  // Once: a second one would end it at once.
  child.kill("SIGINT");
  const interrupted = await end;
  assert.equal(interrupted.code, 130);
  assert.match(
    interrupted.stderr,
    /^proofmark: interrupted with 81 questions left; the same command with --resume goes on$/m,
  );
  // Its seed stands in each of its records, so nobody is told to hand them on.
  assert.match(
    interrupted.stdout,
    /records? in r\.ndjson; publish none before the run is complete/,
  );
  const before = readFileSync(path, "utf8");
  assert.equal(readRecords(path).length, 69);
  await proofmark("verify r.ndjson", { cwd, code: 1 });

  await proofmark([...words, "--resume"], { cwd });
  assert.ok(readFileSync(path, "utf8").startsWith(before));
  assert.equal(readRecords(path).length, 150);
  await proofmark("verify r.ndjson", { cwd });

  // There is nothing left to ask, and nothing is asked.
  await proofmark([...words, "--resume"], { cwd });
  assert.equal(readRecords(path).length, 150);
});
