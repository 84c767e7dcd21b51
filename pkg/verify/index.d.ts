/**
 * `proofmark/verify`: verification of record files, and nothing else. It has a small wasm of its own,
 * which is loaded when this is imported, and gives the same reports as `proofmark`.
 *
 * In Node, Deno, Bun and edge workers every function can be called at once. In a browser, await
 * {@link ready} first. Every refusal is a {@link ProofmarkError} with a stable `code`.
 *
 * The public bank of science questions is no part of the wasm: it is imported on its own as soon as a
 * record names it, and held to its root. Where that cannot be loaded, the call is refused with
 * `host.load`.
 */

import type {
  Chunks,
  VerifyOptions,
  VerifyReport,
  VerifyStreamOptions as OnSeveralCores,
  WasmSource,
} from "../index.d.ts";

export { ProofmarkError } from "../index.js";
export type {
  Chunks,
  Outcome,
  Scores,
  Step,
  VerifyFailure,
  VerifyOptions,
  VerifyReport,
} from "../index.d.ts";

/** Starts the core that only verifies, as `ready` of `proofmark` starts that one. */
export function ready(source?: WasmSource | PromiseLike<WasmSource>): Promise<void>;

/** The version of this package. */
export function version(): string;

/** Verifies a record file that is at hand. */
export function verify(file: string | Uint8Array, options?: VerifyOptions): Promise<VerifyReport>;

/** Options of {@link verifyStream}, which works on one core. */
export type VerifyStreamOptions = Omit<OnSeveralCores, "cores" | "worker">;

/** As `verifyStream` of `proofmark`, on one core. */
export function verifyStream(chunks: Chunks, options?: VerifyStreamOptions): Promise<VerifyReport>;
