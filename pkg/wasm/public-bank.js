// The text of the public bank for the wasm files that import it. Browsers load it together with the
// wasm; where wasm starts synchronously, `public-bank-now.js` supplies it.

import { ProofmarkError } from "./error.js";

let text = "";

/** Returns the public bank as a bank file. */
export const publicBank = () => text;

/** @param {string} bank */
export function supplyPublicBank(bank) {
  text = bank;
}

/** Loads the public bank as a bank file, and supplies it. */
export async function loadPublicBank() {
  try {
    // Written like this, bundlers load it on demand.
    supplyPublicBank((await import("../badge/bank.js")).bank);
    return text;
  } catch (cause) {
    const found = cause instanceof Error ? cause.message : String(cause);
    throw new ProofmarkError(
      "host.load",
      `public bank: expected the module badge/bank.js of the package, found ${found}`,
      { cause },
    );
  }
}
