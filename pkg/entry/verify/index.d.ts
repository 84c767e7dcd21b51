/**
 * `proofmark/verify`: verification of record files only. Importing it loads its own, small wasm.
 * Its reports are those of `proofmark`.
 *
 * In Node, Deno, Bun and edge workers the functions can be called immediately. In a browser, await
 * {@link ready} first. Errors are a {@link ProofmarkError} with a stable `code`.
 *
 * The wasm does not contain the public bank of science questions. It is imported when a record
 * first names it, and its root is checked. If it cannot be loaded, the call throws `host.load`.
 */

import type {
  Chunks,
  VerifyOptions,
  VerifyReport,
  VerifyStreamOptions as OnSeveralCores,
  WasmSource,
} from "../../index.d.ts";

export { ProofmarkError } from "../../index.js";
export type {
  Chunks,
  Outcome,
  Scores,
  Step,
  VerifyFailure,
  VerifyOptions,
  VerifyReport,
} from "../../index.d.ts";

/** Starts the core that only verifies, like `ready` of `proofmark`. */
export function ready(source?: WasmSource | PromiseLike<WasmSource>): Promise<void>;

/** Returns the version of this package. */
export function version(): string;

/** Verifies a whole record file, given by its contents. A path is refused. */
export function verify(file: string | Uint8Array, options?: VerifyOptions): Promise<VerifyReport>;

/** Options of `verifyStream`, which works on one core. */
export type VerifyStreamOptions = Omit<OnSeveralCores, "cores" | "worker">;

/** Like `verifyStream` of `proofmark`, but on one core. */
export function verifyStream(chunks: Chunks, options?: VerifyStreamOptions): Promise<VerifyReport>;
