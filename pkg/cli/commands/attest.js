// proof attest: statements about a record file in the formats of in-toto and HCS-27.

import { createHash } from "node:crypto";
import { basename } from "node:path";

import { readBank } from "../io/bank-files.js";
import { EXIT, Refusal } from "../exit.js";
import { readText } from "../io/files.js";
import { readKey } from "../io/keys.js";
import { writeNew } from "../io/new-files.js";
import * as kinds from "../kinds.js";
import { outOption } from "../options.js";
import { addPlaceToErrors } from "../io/refused.js";

/** @typedef {typeof import("../../index.d.ts")} Api */
/** @typedef {import("../../index.d.ts").VerifyReport} VerifyReport */

const IN_TOTO = {
  payload: "application/vnd.in-toto+json",
  statement: "https://in-toto.io/Statement/v1",
  predicate: "https://in-toto.io/attestation/test-result/v0.1",
};

/** @type {import("../args.js").Command} */
export const proofAttest = {
  name: "proof attest",
  summary: "convert the results of a file to in-toto or HCS-27",
  usage: [
    "proof attest FILE --format in-toto --key KEY [--out FILE]",
    "proof attest FILE --format hcs-27 [--line N] [--out FILE]",
  ],
  about:
    "Verifies the file first, and refuses it if it fails. in-toto: writes a signed DSSE envelope with a test-result Statement about the file. hcs-27: writes a message for each checkpoint, one per line; with --line, the inclusion proof of a record.",
  operands: [1, 1],
  options: {
    format: {
      kind: kinds.choice(["in-toto", "hcs-27"]),
      value: "F",
      help: "in-toto or hcs-27",
      required: true,
    },
    key: { kind: kinds.text, value: "KEY", help: "for in-toto: the key, a file or env:NAME" },
    line: {
      kind: kinds.integer(1),
      value: "N",
      help: "for hcs-27: the line of the record, from 1",
    },
    bank: {
      kind: kinds.text,
      value: "FILE",
      help: "a private bank that the records name",
      repeat: true,
    },
    out: outOption("the file to create (default: stdout)"),
  },
  examples: [
    "proof attest runs.ndjson --format in-toto --key key.json --out runs.intoto.json",
    "proof attest runs.ndjson --format hcs-27",
  ],
  async run({ operands: [path = ""], options }, context) {
    const { format, key, line, out } = options;
    const signs = format === "in-toto";
    if (signs !== (key !== undefined))
      throw new Refusal(
        "cli.together",
        `--key: ${signs ? "required by" : "only for"} --format in-toto`,
      );
    if (signs && line !== undefined)
      throw new Refusal("cli.together", "--line: only for --format hcs-27");
    const api = await context.api();
    const secret = signs ? await readKey(api, key, context.env) : "";
    const banks = options.bank && {
      banks: await Promise.all(
        options.bank.map((/** @type {string} */ bank) => readBank(api, bank)),
      ),
    };
    const text = await readText(path);
    const report = await api.verifyStream([text], { ...banks });
    const [first] = report.failures;
    if (!report.passed)
      throw new Refusal(
        "cli.not-verified",
        `does not verify${first === undefined ? "" : `: ${first.message} (${first.code})`}; run proofmark verify`,
        path,
      );
    const result = signs
      ? await createEnvelope(await context.score(), { path, text, report, key: secret })
      : line === undefined
        ? createCheckpointProof(api, path, text)
        : await createInclusionProof(api, path, text, line);
    if (out === undefined) await context.out.write(result);
    else writeNew([{ path: out, text: result }]);
    return EXIT.passed;
  },
};

/** Parses the lines of a verified file. @param {string} text @returns {any[]} */
const parseLines = (text) =>
  text.split("\n").flatMap((line) => (line.trim() === "" ? [] : [JSON.parse(line)]));

/**
 * Returns a DSSE envelope with a test-result Statement. A test is a question; one that was skipped is
 * in neither list.
 *
 * @param {typeof import("../../entry/score/index.d.ts")} api
 * @param {{ path: string, text: string, report: VerifyReport, key: string }} file
 */
async function createEnvelope(api, { path, text, report, key }) {
  const tests = parseLines(text)
    .filter(({ type, data }) => type === undefined && data.outcome !== "skipped")
    .map(({ subject, data }) => ({
      name: `${subject.id} ${data.questionId}`,
      passed: data.outcome === "correct",
    }));
  const names = (/** @type {boolean} */ wanted) =>
    tests.filter(({ passed }) => passed === wanted).map(({ name }) => name);
  const [passedTests, failedTests] = [names(true), names(false)];
  const configuration = report.plans.flatMap(({ id, bank }) => [
    { name: "plan", digest: { sha256: id } },
    ...(bank === undefined ? [] : [{ name: `bank ${bank.id}`, digest: { sha256: bank.root } }]),
  ]);
  const statement = {
    _type: IN_TOTO.statement,
    subject: [{ name: basename(path), digest: { sha256: sha256(text) } }],
    predicateType: IN_TOTO.predicate,
    predicate: {
      result: failedTests.length === 0 && passedTests.length > 0 ? "PASSED" : "FAILED",
      configuration,
      passedTests,
      failedTests,
    },
  };
  return `${JSON.stringify(api.signEnvelope(IN_TOTO.payload, JSON.stringify(statement), key))}\n`;
}

/**
 * Returns an HCS-27 message for each checkpoint. Its `prev` is the checkpoint before it.
 *
 * @param {Api} api
 * @param {string} path
 * @param {string} text
 */
function createCheckpointProof(api, path, text) {
  /** The newest root by log. @type {Map<string, { treeSize: string, rootHashB64u: string }>} */
  const last = new Map();
  const messages = parseLines(text)
    .filter(({ type }) => type === "checkpoint")
    .map(({ note }) => {
      const { origin, size, root } = api.readCheckpoint(note);
      const [registry, ...name] = origin.split("/");
      const rootHashB64u = Buffer.from(root, "hex").toString("base64url");
      const prev = last.get(origin);
      const now = { treeSize: String(size), rootHashB64u };
      last.set(origin, now);
      const metadata = {
        type: "ans-checkpoint-v1",
        stream: { registry, log_id: name.join("/") },
        log: { alg: "sha-256", leaf: "sha256(jcs(event))", merkle: "rfc9162" },
        root: now,
        ...(prev && { prev }),
      };
      return `${JSON.stringify({ p: "hcs-27", op: "register", metadata })}\n`;
    });
  if (messages.length === 0) throw new Refusal("log.checkpoint", "has no checkpoint", path);
  return messages.join("");
}

/**
 * Returns the HCS-27 inclusion proof of the record on a line.
 *
 * @param {Api} api
 * @param {string} path
 * @param {string} text
 * @param {number} line
 */
async function createInclusionProof(api, path, text, line) {
  const record = await addPlaceToErrors(path, () => api.proveInclusion([text], line));
  const {
    index,
    treeSize,
    path: hashes,
    checkpoint,
  } = [/** @type {any} */ (record).proof].flat().find(({ type }) => type === "MerkleInclusion");
  const proof = {
    leafHash: sha256(`\0{"id":"${api.recordId(JSON.stringify(record))}"}`),
    leafIndex: String(index),
    treeSize: String(treeSize),
    path: hashes.map(base64),
    rootHash: base64(api.readCheckpoint(checkpoint).root),
    treeVersion: 1,
  };
  return `${JSON.stringify(proof)}\n`;
}

/** @param {string} text */
const sha256 = (text) => createHash("sha256").update(text).digest("hex");

/** Converts hex digits to base64. @param {string} hex */
const base64 = (hex) => Buffer.from(hex, "hex").toString("base64");
