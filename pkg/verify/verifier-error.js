import { ProofmarkError } from "../wasm/error.js";

/**
 * Throws the error of a verifier's last call, if it failed.
 *
 * @param {{ error(): string | undefined }} verifier
 */
export function throwVerifierError(verifier) {
  const error = verifier.error();
  if (error === undefined) return;
  const { code, message } = JSON.parse(error);
  throw new ProofmarkError(code, message);
}
