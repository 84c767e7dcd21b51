// proofmark keygen: generates a signing key.

import { writeNew } from "../io/new-files.js";
import { EXIT } from "../exit.js";
import { FORMAT } from "../options.js";
import { plain } from "../render/text.js";

/** The file mode of secrets. */
const PRIVATE = 0o600;

/** @type {import("../args.js").Command} */
export const keygen = {
  name: "keygen",
  summary: "make a key to sign records with",
  usage: ["keygen FILE"],
  about:
    "FILE is a secret: whoever has it can sign in your name. The did:key that is printed is its public half; publish that. There is no way to get a lost key back.",
  operands: [1, 1],
  options: {
    format: FORMAT,
  },
  examples: ["keygen key.json"],
  async run({ operands: [path = ""], options }, { api, out }) {
    const { did, key } = (await api()).generateKey();
    writeNew([{ path, text: `${key}\n`, mode: PRIVATE }]);
    const lines = [
      `  ${did}`,
      out.palette.dim(`  The key is in ${plain(path)}, for nobody else to read.`),
    ];
    const text = options.format === "json" ? JSON.stringify({ did, file: path }) : lines.join("\n");
    await out.write(`${text}\n`);
    return EXIT.passed;
  },
};
