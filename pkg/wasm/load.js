// Compiles wasm from any kind of source.

import { ProofmarkError } from "./error.js";

const MAGIC = [0x00, 0x61, 0x73, 0x6d];

/** @typedef {import("../index.d.ts").WasmSource} WasmSource */

/**
 * Compiles the module that `source` contains or names.
 *
 * @param {WasmSource | PromiseLike<WasmSource>} source
 * @returns {Promise<WebAssembly.Module>}
 */
export async function compileSource(source) {
  const found = await source;
  if (found instanceof WebAssembly.Module) return found;
  if (found instanceof ArrayBuffer || ArrayBuffer.isView(found)) return fromBytes(found);
  if (typeof found === "string" || found instanceof URL)
    return fromResponse(await fetchWasm(found));
  if (typeof Response === "function" && found instanceof Response) return fromResponse(found);
  throw new ProofmarkError(
    "host.source",
    `wasm source: expected bytes, a Response, a WebAssembly.Module or a URL, found ${typeof found}`,
  );
}

/**
 * Compiles the wasm file next to the code.
 *
 * @param {() => URL} locate Throws in a CommonJS bundle, which has no `import.meta.url`.
 * @returns {Promise<WebAssembly.Module>}
 */
export async function compileFile(locate) {
  try {
    return await compileSource(locate());
  } catch (cause) {
    const error = /** @type {Error} */ (cause);
    if (error.cause instanceof WebAssembly.CompileError) throw error;
    const remedy = "pass the wasm to ready() (docs/api.md, Bundling)";
    throw new ProofmarkError("host.load", `${error.message}; ${remedy}`, { cause });
  }
}

/** @param {string | URL} url */
async function fetchWasm(url) {
  try {
    return await fetch(url);
  } catch (cause) {
    throw new ProofmarkError("host.load", `${url}: cannot be loaded`, { cause });
  }
}

/** @param {Response} response */
async function fromResponse(response) {
  if (!response.ok) {
    const found = `${response.status} ${response.statusText}`.trim();
    throw new ProofmarkError("host.load", `${response.url}: expected wasm, found status ${found}`);
  }
  return fromBytes(await response.arrayBuffer(), response.url);
}

/**
 * @param {ArrayBuffer | ArrayBufferView} source
 * @param {string} [name]
 */
async function fromBytes(source, name = "wasm source") {
  const bytes = ArrayBuffer.isView(source)
    ? new Uint8Array(source.buffer, source.byteOffset, source.byteLength)
    : new Uint8Array(source);
  // Development servers answer a missing file with an HTML page and status 200.
  if (!MAGIC.every((byte, index) => bytes[index] === byte)) {
    throw new ProofmarkError("host.load", `${name}: not wasm`);
  }
  try {
    return await WebAssembly.compile(/** @type {Uint8Array<ArrayBuffer>} */ (bytes));
  } catch (cause) {
    const found = cause instanceof Error ? cause.message : String(cause);
    throw new ProofmarkError(
      "host.load",
      `${name}: expected a core that compiles, found ${found}`,
      {
        cause,
      },
    );
  }
}
