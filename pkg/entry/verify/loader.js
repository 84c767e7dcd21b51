// The core that only verifies. The URL and the import of the bank must be written exactly like
// this, for bundlers to find the wasm and to load the bank on demand.

import { createCore } from "../../wasm/instance.js";
import { ProofmarkError } from "../../wasm/error.js";
import * as glue from "../../generated/verify.js";

export const url = () => new URL("../../badge/verify_bg.wasm", import.meta.url);

export const { core, ready, startSync } = createCore(glue, url);

/** Loads the public bank as a bank file. The core checks its root. */
export async function bank() {
  try {
    return (await import("../../badge/bank.js")).bank;
  } catch (cause) {
    const found = cause instanceof Error ? cause.message : String(cause);
    throw new ProofmarkError(
      "host.load",
      `public bank: expected a module beside this, found ${found}`,
      { cause },
    );
  }
}
