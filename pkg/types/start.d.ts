// Initialisation, and the error class.

/** The error of this package: a stable `code` for programs, a message for people. */
export class ProofmarkError extends Error {
  constructor(code: string, message: string, options?: { cause?: unknown });
  /** The stable, dotted code, such as `question.unknown-id`. */
  readonly code: string;
}

/** A source of the wasm: its bytes, a response with them, a compiled module, or a URL. */
export type WasmSource =
  | ArrayBuffer
  | ArrayBufferView
  | Response
  // The type is missing in projects for Node.
  | (typeof globalThis extends { WebAssembly: { Module: { prototype: infer Module } } }
      ? Module
      : never)
  | URL
  | string;

/**
 * Starts the core. Required in browsers; elsewhere importing the package does it. Further calls,
 * also concurrent ones, have no effect. After a failure it can be called again.
 *
 * @param source the wasm, unless it is loaded from the package's directory.
 */
export function ready(source?: WasmSource | PromiseLike<WasmSource>): Promise<void>;

/** Returns the version of this package. */
export function version(): string;
