// proofmark keygen: generates a signing key.

import { PRIVATE, writeNew } from "../io/new-files.js";
import { EXIT, Refusal } from "../exit.js";
import { addPlaceToErrors } from "../io/refused.js";
import * as kinds from "../kinds.js";
import { FORMAT, omitUndefined } from "../options.js";
import { plain } from "../render/text.js";

/** @type {import("../args.js").Command} */
export const keygen = {
  name: "keygen",
  summary: "make a key to sign records with",
  usage: ["keygen FILE [--trust FILE] [--name NAME]"],
  about:
    "FILE is a secret: whoever has it can sign in your name. The did:key that is printed is its public half; publish that. There is no way to get a lost key back.",
  operands: [1, 1],
  options: {
    trust: {
      kind: kinds.text,
      value: "FILE",
      help: "also write a trust file for this key, which verify --trust reads; publish it",
    },
    name: { kind: kinds.text, value: "NAME", help: "your name in the trust file" },
    format: FORMAT,
  },
  examples: ["keygen key.json", "keygen key.json --trust trust.json --name 'Acme Evals'"],
  async run({ operands: [path = ""], options }, { api, out }) {
    const { did, key } = (await api()).generateKey();
    const { trust: trustPath, name } = options;
    if (name !== undefined && trustPath === undefined)
      throw new Refusal("cli.together", "--name: needs --trust FILE");
    const trust = JSON.stringify({ keys: [omitUndefined({ did, name: name ?? did })] });
    // The core refuses a name that a trust file may not have.
    await addPlaceToErrors("--name", async () => (await api()).verify("", { trust }));
    writeNew([
      { path, text: `${key}\n`, mode: PRIVATE },
      ...(trustPath === undefined ? [] : [{ path: trustPath, text: `${trust}\n` }]),
    ]);
    const made = omitUndefined({ did, file: path, trust: trustPath });
    await out.print(options.format, made, () => [
      `  ${did}`,
      out.palette.dim(`  Private key written to ${plain(path)} (mode 600). Keep it secret.`),
      ...(trustPath === undefined
        ? []
        : [out.palette.dim(`  Trust file written to ${plain(trustPath)}. Publish it.`)]),
    ]);
    return EXIT.passed;
  },
};
