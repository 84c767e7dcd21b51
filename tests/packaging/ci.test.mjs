// Runs the steps of `action.yml` and of the recipes in `docs/ci.md` as they are written, with an
// agent that is right and one that broke. The folder and the home are empty, and there is neither
// Cargo nor a network.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { before, after, test } from "node:test";

import { NPM, ROOT } from "../../scripts/lib.mjs";

const folder = mkdtempSync(join(tmpdir(), "proofmark-ci-"));
after(() => rmSync(folder, { recursive: true, force: true }));

/** The tarball to install. */
let tarball = "";
before(() => {
  const [command = "npm", ...words] = NPM;
  const args = [...words, "pack", "--ignore-scripts", "--silent", "--pack-destination", folder];
  const { status, stderr } = spawnSync(command, args, { cwd: join(ROOT, "pkg"), encoding: "utf8" });
  assert.equal(status, 0, stderr);
  tarball = join(folder, readdirSync(folder).find((name) => name.endsWith(".tgz")) ?? "");
});

/** An agent that calculates; a broken one adds one. */
const AGENT = `
import { createServer } from "node:http";
const [port, broken] = process.argv.slice(2);
createServer(async (request, response) => {
  let body = "";
  for await (const piece of request) body += piece;
  const [, a, sign, b] = /(-?\\d+) ([+−×]) (-?\\d+)/.exec(body) ?? [];
  const right = { "+": +a + +b, "−": a - b, "×": a * b }[sign];
  response.setHeader("content-type", "application/json");
  response.end(JSON.stringify({ response: String(broken ? right + 1 : right) }));
}).listen(+port, "127.0.0.1");
`;

/** Runs a command in namespaces of its own, if the system can. Its processes end with it. */
const NAMESPACE = ["unshare", "-rnpf", "--mount-proc", "--kill-child", "bash", "-c"];
const UP = "ip link set lo up";
const [unshare = "", ...words] = [...NAMESPACE, UP];
const isolated = spawnSync(unshare, words).status === 0;

/** The steps of `action.yml`: the shell text of each. */
function actionSteps() {
  const [, ...steps] = readFileSync(join(ROOT, "action.yml"), "utf8").split(/^ {4}- name: /m);
  return steps.map((step) => {
    const [, line] = /^ {6}run: (?!\|)(.*)$/m.exec(step) ?? [];
    const [, block = ""] = /^ {6}run: \|\n([^]*)$/m.exec(step) ?? [];
    const always = /^ {6}if: always\(\)$/m.test(step);
    return { always, script: line ?? block.replace(/^ {8}/gm, "") };
  });
}

const page = readFileSync(join(ROOT, "docs/ci.md"), "utf8");
const recipe = (/** @type {string} */ title, /** @type {string} */ language) =>
  new RegExp(`^## ${title}\\n[^]*?^\`\`\`${language}\\n([^]*?)^\`\`\``, "m").exec(page)?.[1] ?? "";

/** The ways to run: each a list of scripts. @type {Record<string, { always?: boolean, script: string }[]>} */
const WAYS = {
  action: actionSteps(),
  GitLab: [
    {
      script:
        recipe("GitLab", "yaml")
          .match(/(?<=^ {4}- ).*$/gm)
          ?.join("\n") ?? "",
    },
  ],
  shell: [{ script: recipe("Any shell", "sh") }],
};

/** The previous port: below those that the system gives to others. */
let port = 20_000 + (process.pid % 10_000);

for (const [name, steps] of Object.entries(WAYS))
  test(`${name}: passes with a good agent, fails with a broken one`, { timeout: 120_000 }, () => {
    const cwd = join(folder, name);
    mkdirSync(join(cwd, "home"), { recursive: true });
    writeFileSync(join(cwd, "agent.mjs"), AGENT);
    /** Runs the steps. @param {string} broken */
    const run = (broken) => {
      port += 1;
      const summary = join(cwd, `summary${broken}.txt`);
      const env = {
        ...{
          PATH: "/usr/bin:/bin:/usr/sbin:/sbin",
          HOME: join(cwd, "home"),
          GITHUB_STEP_SUMMARY: summary,
        },
        ...{ PACKAGE: tarball, URL: `http://127.0.0.1:${port}/`, WAIT: "60" },
        ...{ START: `node agent.mjs ${port} ${broken}`, BASELINE: "baseline.ndjson" },
        ...{ FAIL_ON: "broken", OPTIONS: "-n 4 --min-score 80 --family math" },
      };
      const lines = steps.map(({ always, script }, index) => {
        // The recipes ask for more questions than this test needs.
        const short = script.replace("-n 20 --min-score 80", env.OPTIONS);
        writeFileSync(join(cwd, `${index}.sh`), short);
        const run = `bash --noprofile --norc -eo pipefail ${index}.sh || code=$?`;
        return always ? run : `if [ $code = 0 ]; then ${run}; fi`;
      });
      const script = ["code=0", ...(isolated ? [UP] : []), ...lines, "exit $code"].join("\n");
      const [command = "", ...args] = isolated ? NAMESPACE : ["bash", "-c"];
      const done = spawnSync(command, [...args, script], { cwd, env, encoding: "utf8" });
      const { status: code } = done;
      const out = `${done.stdout}${done.stderr}`;
      return { code, out, summary: name === "action" ? readFileSync(summary, "utf8") : out };
    };
    const first = run("");
    assert.equal(first.code, 0, first.out);
    writeFileSync(join(cwd, "baseline.ndjson"), readFileSync(join(cwd, "records.ndjson")));
    const good = run("");
    assert.equal(good.code, 0, good.out);
    assert.match(good.summary, /^No change|^# Comparison/m);
    const broken = run("broken");
    assert.equal(broken.code, 1, broken.out);
    assert.match(broken.summary, /^Failed: 4 that passed before fail now\.$/m);
    assert.match(broken.summary, /^\| `math\.\w+` \| 0 \| \d \|/m);
    assert.match(broken.summary, /^## Failures$/m);
    assert.match(readFileSync(join(cwd, "junit.xml"), "utf8"), /<testsuites?[^>]* failures="4"/);
  });
