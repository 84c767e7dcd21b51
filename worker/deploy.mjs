// `npm run deploy`: creates the database and the queues that `wrangler.jsonc` names and the secrets,
// unless they exist, and deploys the worker. Repeating it updates a deployment.

import { spawnSync } from "node:child_process";
import { createHash, randomBytes } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";

import { generateKey } from "proofmark";

import { parseTemplate } from "./template.mjs";

const TEMPLATE = "wrangler.jsonc";
/** The secrets by name. A secret for agents is added here. */
const SECRETS = "secrets.json";
/** The newest version that runs on Node 20. */
const WRANGLER = "wrangler@4.86.0";

/** Runs wrangler without questions. Returns what it prints, or undefined if it fails. @param {string[]} words */
function wrangler(...words) {
  console.log(`$ npx wrangler ${words.join(" ")}`);
  const { status, stdout } = spawnSync("npx", ["--yes", WRANGLER, ...words], {
    encoding: "utf8",
    stdio: ["ignore", "pipe", "inherit"],
    env: { ...process.env, CI: "true" },
    shell: process.platform === "win32",
  });
  return status === 0 ? stdout : undefined;
}

/** Runs wrangler, and ends the program if it fails. @param {string[]} words */
function must(...words) {
  const printed = wrangler(...words);
  if (printed !== undefined) return printed;
  console.error(`wrangler ${words[0]} failed. Correct the cause above, and repeat npm run deploy.`);
  process.exit(1);
}

/** Creates the database unless it exists, and writes its id into the template. @param {any} database */
function createDatabase({ database_name: name, database_id: before }) {
  const find = () =>
    JSON.parse(must("d1", "list", "--json")).find((/** @type {any} */ one) => one.name === name);
  let found = find();
  if (found === undefined) {
    must("d1", "create", name);
    found = find();
  }
  writeFileSync(TEMPLATE, readFileSync(TEMPLATE, "utf8").replace(before, found.uuid));
  must("d1", "migrations", "apply", name, "--remote");
}

/** Makes the signing key and the admin's token, unless they exist. */
function createSecrets() {
  if (existsSync(SECRETS)) return;
  const secret = randomBytes(32).toString("hex");
  const secrets = {
    SIGNING_KEY: generateKey().key,
    ADMIN_TOKEN_SHA256: createHash("sha256").update(secret).digest("hex"),
  };
  writeFileSync(SECRETS, `${JSON.stringify(secrets, null, 2)}\n`, { mode: 0o600 });
  console.log(`The admin's token, shown only once: pm_${"0".repeat(16)}_${secret}`);
  console.log(`Keep ${SECRETS}: it has the signing key.`);
}

const { d1_databases: databases, queues } = parseTemplate(readFileSync(TEMPLATE, "utf8"));
databases.forEach(createDatabase);
for (const { queue } of queues.consumers)
  if (wrangler("queues", "info", queue) === undefined) must("queues", "create", queue);
createSecrets();
console.log(must("deploy", "--secrets-file", SECRETS));
