// The first things that a newcomer types: npm start, help, serve.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";

import { COMMANDS } from "../../pkg/cli/commands/index.js";
import { ended, proofmark, readRecords, start } from "./support.mjs";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));

test("npm start -- --exit shows the whole and ends with 0", async () => {
  const child = spawn(process.execPath, ["scripts/start.mjs", "--exit"], {
    cwd: ROOT,
    timeout: 600_000,
  });
  const { code, stdout, stderr } = await ended(child);
  assert.equal(code, 0, stdout + stderr);
  for (const [agent, words] of [
    ["honest", "correct 3"],
    ["refusing", "unparseable 3"],
    ["slow", "timeout 3"],
    ["broken", "upstream-error 3"],
    ["closing", "error 3"],
  ]) {
    assert.match(stdout, new RegExp(`^ {2}${agent} .*\\b${words}\\b`, "m"));
  }
  assert.match(stdout, /^ {2}Intact: /m);
  const [, path = ""] = /verify (\.proofmark\S+\.ndjson)/.exec(stdout) ?? [];
  const honest = readRecords(join(ROOT, path)).filter(({ subject }) => subject.id === "honest");
  assert.deepEqual(new Set(honest.map(({ data }) => data.score)), new Set([100]));
});

test("every command has help with an example, in 88 columns", async () => {
  const { stdout } = await proofmark("help");
  for (const { name } of COMMANDS) {
    const [group = ""] = name.split(" ");
    assert.match(stdout, new RegExp(`^ {2}${group} `, "m"));
    const help = await proofmark([name, "--help"]);
    assert.match(help.stdout, new RegExp(`^ {2}\\$ proofmark ${name}`, "m"));
    assert.equal((await proofmark(["help", name])).stdout, help.stdout);
    for (const line of help.stdout.split("\n").filter((line) => !line.startsWith("  $ "))) {
      assert.ok(line.length <= 88, line);
    }
  }
});

test("--version is the package's", async () => {
  const { version } = JSON.parse(readFileSync(join(ROOT, "pkg/package.json"), "utf8"));
  assert.equal((await proofmark("--version")).stdout, `${version}\n`);
});

test("serve prints the addresses and ends with Ctrl-C", async () => {
  const child = start(["serve", "--port", "0"]);
  const end = ended(child);
  child.stdout.once("data", async (text) => {
    const [, url = ""] = /(http:\S+)\/honest/.exec(String(text)) ?? [];
    const body = JSON.stringify({
      message: "What is 6 × 7? Reply with only the number, in square brackets.",
    });
    const answer = await fetch(`${url}/honest`, { method: "POST", body });
    assert.deepEqual(await answer.json(), { response: "[42]" });
    const chat = JSON.stringify({ messages: [{ role: "user", content: "What is 90 − 12?" }] });
    const completion = await fetch(`${url}/honest/v1/chat/completions`, {
      method: "POST",
      body: chat,
    });
    assert.equal((await completion.json()).choices[0].message.content, "78");
    child.kill("SIGINT");
  });
  const { code, stderr } = await end;
  assert.equal(stderr, "");
  assert.equal(code, 0);
});

test("a port in use is named", async () => {
  const first = start(["serve", "--port", "0"]);
  const end = ended(first);
  const text = await new Promise((resolve) =>
    first.stdout.once("data", (chunk) => resolve(String(chunk))),
  );
  const [, port = ""] = /127\.0\.0\.1:(\d+)/.exec(text) ?? [];
  const { stderr } = await proofmark(["serve", "--port", port], { code: 3 });
  assert.equal(
    stderr,
    `proofmark: port ${port}: expected to listen on 127.0.0.1, found an address in use; --port 0 takes any that is free (cli.port)\n`,
  );
  first.kill("SIGTERM");
  await end;
});
