// The commands of the worker's document, run as they are printed: a worker on this machine, and
// subjects registered out of a file.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { createHash, randomBytes } from "node:crypto";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

import { generateKey } from "../../pkg/entry/core/node.js";
import { ROOT } from "../../scripts/lib.mjs";
import { test } from "./support/world.mjs";

const PAGE = readFileSync(join(ROOT, "worker/README.md"), "utf8");

/** The first block of `language` under a heading. @param {string} heading @param {string} language */
function block(heading, language) {
  const [, section = ""] = new RegExp(`^## ${heading}\\n([^]*?)^## `, "m").exec(PAGE) ?? [];
  const [, code = ""] = new RegExp(`^\`\`\`${language}\\n([^]*?)^\`\`\``, "m").exec(section) ?? [];
  assert.notEqual(code, "", heading);
  return code;
}

test("a worker is started, and subjects are registered", async (t) => {
  const cwd = mkdtempSync(join(tmpdir(), "proofmark-readme-"));
  const secret = randomBytes(32).toString("hex");
  const env = {
    ...process.env,
    ADMIN_TOKEN_SHA256: createHash("sha256").update(secret).digest("hex"),
    TOKEN: `pm_${"0".repeat(16)}_${secret}`,
  };
  const local = pathToFileURL(join(ROOT, "worker/local.mjs")).href;
  const script = block("On this machine", "js")
    .replace('"./worker/local.mjs"', JSON.stringify(local))
    .replace("8787", "0");
  writeFileSync(join(cwd, "edge.mjs"), script);
  writeFileSync(join(cwd, "key.json"), generateKey().key);
  const names = ["urn:example:one", "urn:example:two"];
  const lines = names.map((id) => JSON.stringify({ id, endpoint: "https://agent.example/ask" }));
  writeFileSync(join(cwd, "agents.ndjson"), `${lines.join("\n")}\n`);

  const worker = spawn(process.execPath, ["edge.mjs"], { cwd, env });
  const ended = once(worker, "exit");
  t.after(async () => {
    worker.kill();
    await ended;
    rmSync(cwd, { recursive: true, force: true });
  });
  const [started] = await once(worker.stdout, "data");
  const url = `${started}`.trimEnd();

  const command = block("Subjects", "sh").replace("https://…", url);
  /** @param {string} words */
  const bash = async (words) => {
    const shell = spawn("bash", ["-c", words.replace("worker/", `${ROOT}/worker/`)], { cwd, env });
    assert.deepEqual(await once(shell, "exit"), [0, null]);
    return readFileSync(join(cwd, "tokens.ndjson"), "utf8").trimEnd().split("\n");
  };
  const answers = await bash(command);
  const told = answers.map((line) => JSON.parse(line));
  assert.deepEqual(
    told.map(({ subject }) => subject.id),
    names,
  );
  for (const { token } of told) assert.match(token, /^pm_[0-9a-f]{16}_[0-9a-f]{64}$/);

  // A registry's own lists, with names of its own.
  const agents = ["three", "four"].map((name) => ({
    ...{ uaid: `urn:example:${name}`, name: `The "${name}", an agent` },
    endpoints: [{ url: `https://${name}.example/ask` }],
  }));
  writeFileSync(join(cwd, "agents.json"), JSON.stringify({ data: { agents } }));
  const rows = agents.map(({ uaid, name, endpoints: [{ url } = { url: "" }] }) =>
    [uaid, `"${name.replaceAll('"', '""')}"`, url].join(),
  );
  writeFileSync(join(cwd, "agents.csv"), ["uaid,name,url", ...rows, ""].join("\r\n"));
  for (const [list, options, tokens] of /** @type {const} */ ([
    ["agents.json", "--list data.agents --map endpoint=endpoints.0.url", 2],
    ["agents.csv", "--map endpoint=url", 0],
  ])) {
    const mapped = `${list} ${url} ${options} --map id=uaid --set protocol=a2a`;
    const lines = await bash(command.replace(`agents.ndjson ${url}`, mapped));
    const found = lines.map((line) => JSON.parse(line));
    assert.deepEqual(
      found.map(({ subject }) => subject.id),
      agents.map(({ uaid }) => uaid),
    );
    // The second list updates what the first one registered.
    assert.equal(found.filter(({ token }) => token !== undefined).length, tokens);
  }
  const headers = { authorization: `Bearer ${env.TOKEN}` };
  const { subjects } = /** @type {any} */ (
    await (await fetch(`${url}/subjects`, { headers })).json()
  );
  const four = subjects.find((/** @type {any} */ { id }) => id === "urn:example:four");
  assert.deepEqual([four.endpoint, four.protocol], ["https://four.example/ask", "a2a"]);
});
