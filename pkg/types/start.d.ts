// Starting the core, and the one error.

/** The one error of this package: a stable `code` for programs, a message for people. */
export class ProofmarkError extends Error {
  constructor(code: string, message: string, options?: { cause?: unknown });
  /** The stable, dotted code, such as `question.unknown-id`. */
  readonly code: string;
}

/** Whatever holds or names the wasm: its bytes, an answer with them, a compiled module, or a URL. */
export type WasmSource =
  | ArrayBuffer
  | ArrayBufferView
  | Response
  // A project for Node has no name for it.
  | (typeof globalThis extends { WebAssembly: { Module: { prototype: infer Module } } }
      ? Module
      : never)
  | URL
  | string;

/**
 * Starts the core. Needed in browsers, and allowed everywhere; elsewhere importing the package has
 * already done it. Calling it again, also at the same time, does nothing more; after a failure it
 * may be called again.
 *
 * @param source where the wasm comes from, if not from next to this package.
 */
export function ready(source?: WasmSource | PromiseLike<WasmSource>): Promise<void>;

/** The version of this package. */
export function version(): string;
