// Records to show: made by the package itself, with the key of the vectors and agents that answer
// here.

import { readFileSync } from "node:fs";
import { join } from "node:path";

import * as proofmark from "proofmark";

import { ROOT } from "../../scripts/lib.mjs";

const keys = JSON.parse(readFileSync(join(ROOT, "tests/vectors/proof/key.json"), "utf8"));
export const KEY = JSON.stringify(keys.cases[0].expect);
export const DID = proofmark.keyDid(KEY);
export const STRANGER = "did:key:z6MksQrD1eFS4n4jyq1yK2Qbma6vLwFiVw5rtcg2f8e8n4qv";
export const TRUST = JSON.stringify({ keys: [{ did: DID, name: "Acme Evals" }] });
export const SUBJECT = "https://agent.example/chat";

/** Parses and solves the question of a prompt. @param {string} prompt */
function solved(prompt) {
  const [, a = "", sign, b = ""] = /(\d+)\s*([+−×])\s*(\d+)/.exec(prompt) ?? [];
  const sum = {
    "+": Number(a) + Number(b),
    "−": Number(a) - Number(b),
    "×": Number(a) * Number(b),
  };
  return { a, sign, b, right: sum[/** @type {keyof typeof sum} */ (sign)] };
}

/** Agents, by how they answer. @type {Record<string, (prompt: string, at: number) => string>} */
export const AGENTS = {
  good: (prompt, at) => String(at === 3 ? 7777 : solved(prompt).right),
  /** Repeats the question first, so that the first number is not its answer. */
  chatty: (prompt, at) => {
    const { a, sign, b, right } = solved(prompt);
    return at % 2 === 0 ? `${a} ${sign} ${b} = ${right}` : String(right);
  },
};

/**
 * The lines of a whole run.
 *
 * @param {{ agent?: string, subject?: string, questions?: number, key?: string | null, families?: ("math" | "science")[], sign?: "records" | "checkpoint", answer?: (prompt: string, at: number) => string }} [how]
 */
export async function lines({
  agent = "good",
  subject = SUBJECT,
  questions = 20,
  key = KEY,
  families = ["math"],
  sign,
  answer = AGENTS[agent],
} = {}) {
  let at = 0;
  const result = await proofmark.evaluate({
    ask: async (prompt) => answer?.(prompt, at++) ?? "",
    subject,
    questions,
    families,
    seed: "badge",
    ...(key === null ? {} : { key }),
    ...(sign === undefined ? {} : { sign }),
  });
  return result.lines;
}

/** Changes the first character of the first reply. @param {string} text */
export function changed(text) {
  const at = text.indexOf('"response":"') + '"response":"'.length;
  return `${text.slice(0, at)}${text[at] === "1" ? "2" : "1"}${text.slice(at + 1)}`;
}

/** @param {string[]} all */
export const file = (all) => all.map((line) => `${line}\n`).join("");

/** The records among lines. @param {string[]} all */
export const records = (all) => all.filter((line) => JSON.parse(line).type === undefined);
