// The core that only verifies. The URL is written out here because bundlers look for exactly this
// expression, and the bank is imported where it is wanted so that they load it then.

import { createCore } from "../core.js";
import { ProofmarkError } from "../error.js";
import * as glue from "../generated/verify.js";

export const { core, ready, startSync } = createCore(glue, {
  url: () => new URL("../generated/verify_bg.wasm", import.meta.url),
  inline: async () => (await import("../generated/verify_inline.js")).bytes(),
});

/** The public bank, as the text of a bank file. The core holds it to its root. */
export async function bank() {
  try {
    return (await import("../generated/bank.js")).bank;
  } catch (cause) {
    const found = cause instanceof Error ? cause.message : String(cause);
    throw new ProofmarkError(
      "host.load",
      `public bank: expected a module beside this, found ${found}`,
      { cause },
    );
  }
}
