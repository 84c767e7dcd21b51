// From whatever names the wasm to a compiled module, and a coded error where that fails.

import { ProofmarkError } from "./error.js";

const MAGIC = [0x00, 0x61, 0x73, 0x6d];

/** @typedef {import("./index.d.ts").WasmSource} WasmSource */

/**
 * The module that `source` holds or names.
 *
 * @param {WasmSource | PromiseLike<WasmSource>} source
 * @returns {Promise<WebAssembly.Module>}
 */
export async function compiled(source) {
  const found = await source;
  if (found instanceof WebAssembly.Module) return found;
  if (found instanceof ArrayBuffer || ArrayBuffer.isView(found)) return fromBytes(found);
  if (typeof found === "string" || found instanceof URL) return fromResponse(await fetched(found));
  if (typeof Response === "function" && found instanceof Response) return fromResponse(found);
  throw new ProofmarkError(
    "host.source",
    `wasm source: expected bytes, a Response, a WebAssembly.Module or a URL, found ${typeof found}`,
  );
}

/**
 * Where a core's wasm is: `url` is where it is expected, or what comes from there; `inline` has its
 * bytes where no file was served from there.
 *
 * @typedef {{ url: () => WasmSource | PromiseLike<WasmSource>, inline: () => Promise<Uint8Array<ArrayBuffer>> }} Artefact
 */

/**
 * The module of an artefact. Not every bundler copies the wasm next to the code it emits. Where neither
 * is to be had, the first error says why.
 *
 * @param {Artefact} artefact
 * @returns {Promise<WebAssembly.Module>}
 */
export async function located({ url, inline }) {
  try {
    return await compiled(url());
  } catch (error) {
    const { cause } = /** @type {{ cause?: any }} */ (error);
    // A host that forbids the one forbids the other; one that is silent has been waited for.
    if (cause instanceof WebAssembly.CompileError || cause?.name === "TimeoutError") throw error;
    return compiled(inline()).catch(() => Promise.reject(error));
  }
}

/** @param {string | URL} url */
async function fetched(url) {
  try {
    return await fetch(url);
  } catch (cause) {
    throw new ProofmarkError("host.load", `${url}: expected an answer, found none`, { cause });
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
  // A development server answers a missing file with a page and status 200.
  if (!MAGIC.every((byte, index) => bytes[index] === byte)) {
    throw new ProofmarkError("host.load", `${name}: expected wasm, found other bytes`);
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
