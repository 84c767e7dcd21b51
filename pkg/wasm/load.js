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
 * The location of a wasm file: `url` returns its URL or contents; `inline` returns its bytes if no
 * file was served there.
 *
 * @typedef {{ url: () => WasmSource | PromiseLike<WasmSource>, inline: () => Promise<Uint8Array<ArrayBuffer>> }} Artefact
 */

/**
 * Compiles the module of an artefact. Falls back to `inline`, because not every bundler copies the
 * file. If both fail, throws the first error.
 *
 * @param {Artefact} artefact
 * @returns {Promise<WebAssembly.Module>}
 */
export async function compileArtefact({ url, inline }) {
  try {
    return await compileSource(url());
  } catch (error) {
    const { cause } = /** @type {{ cause?: any }} */ (error);
    // The fallback cannot help if compilation is forbidden, and need not be tried after a timeout.
    if (cause instanceof WebAssembly.CompileError || cause?.name === "TimeoutError") throw error;
    return compileSource(inline()).catch(() => Promise.reject(error));
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
