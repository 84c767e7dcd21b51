// `proofmark view` shows files in the dashboard of the package, and follows their changes.

import assert from "node:assert/strict";
import { after } from "node:test";
import { spawn } from "node:child_process";
import { request } from "node:http";
import { appendFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { join } from "node:path";

import { ROOT } from "../../scripts/lib.mjs";
import { recordsOf, right, shared, test, written } from "./support.mjs";

/** The started commands. @type {import("node:child_process").ChildProcess[]} */
const children = [];
after(() => children.forEach((child) => child.kill()));

/** Starts the command, and returns the address that it prints. @param {string[]} files */
async function start(files) {
  const words = [join(ROOT, "pkg/cli/main.js"), "view", ...files, "--no-open"];
  const child = spawn(process.execPath, words, { stdio: ["ignore", "pipe", "inherit"] });
  children.push(child);
  for await (const line of createInterface({ input: child.stdout })) return { child, url: line };
  throw new Error("no address");
}

/** @param {string} url @param {string} host @returns {Promise<number | undefined>} the status */
const status = (url, host) =>
  new Promise((resolve, reject) => {
    const sent = request(url, { headers: { host } }, ({ statusCode }) => resolve(statusCode));
    sent.on("error", reject).end();
  });

test("a file is shown, and shown again when it grows", async () => {
  const path = written("runs ünd.ndjson", await recordsOf(right));
  const { child, url } = await start([path]);
  const page = await shared.context.newPage();
  await page.goto(url);
  await page.getByRole("heading", { name: "runs ünd.ndjson" }).waitFor();
  await page.getByText("10 records · 1 agent · 1 run").waitFor();
  await page.locator(".score .verdict-chip.intact").waitFor();
  appendFileSync(path, await recordsOf(right, { seed: "another" }));
  await page.getByText("20 records · 1 agent · 2 runs").waitFor();
  await page.close();

  // A page whose name points to this machine gets nothing.
  const { origin } = new URL(url);
  const file = `${origin}/files/${encodeURIComponent("runs ünd.ndjson")}`;
  assert.equal(await status(file, new URL(url).host), 200);
  assert.equal(await status(file, "attacker.example"), 404);
  assert.equal(await status(`${origin}/files/..%2fsupport.mjs`, new URL(url).host), 404);
  const ended = new Promise((resolve) => child.on("exit", resolve));
  child.kill("SIGINT");
  assert.equal(await ended, 0);
});

test("several files are shown together", async () => {
  const one = written("one.ndjson", await recordsOf(right));
  const two = written("two.ndjson", await recordsOf(right, { subject: "urn:test:other" }));
  const { child, url } = await start([one, two]);
  const page = await shared.context.newPage();
  await page.goto(url);
  await page.getByText("20 records · 2 agents · 2 runs").waitFor();
  await page.close();
  child.kill("SIGINT");
});
