// Wraps one wasm core: starts it once, and resets it after a trap.

import { ProofmarkError } from "./error.js";
import { copyPlain } from "../util/validate.js";
import { compileFile, compileSource } from "./load.js";

/** @typedef {import("../index.d.ts").WasmSource} WasmSource */

/**
 * The members of the generated glue that this file uses by name.
 *
 * @typedef {{
 *   initSync(options: any): { readonly memory: WebAssembly.Memory },
 *   __wbg_reset_state(): void,
 * }} Glue
 */

/** Exports of the glue that start or reset it. */
const LIFECYCLE = new Set(["initSync", "__wbg_reset_state"]);

/**
 * Wraps the glue of one wasm file. `core` has its functions, its classes and `memory`. They exist
 * before the start, but throw until then.
 *
 * @template {Glue} G
 * @param {G} glue
 * @param {() => URL} [locate] Optional if the caller always passes the wasm to `ready`.
 * @param {() => Promise<unknown>} [load] loads what else the core needs
 */
export function createCore(glue, locate, load) {
  /** The compiled core, once started. @type {WebAssembly.Module | undefined} */
  let compiled;
  /** @type {Promise<void> | undefined} */
  let starting;

  /** @param {BufferSource | WebAssembly.Module} source */
  function startSync(source) {
    if (compiled !== undefined) return;
    const module = source instanceof WebAssembly.Module ? source : new WebAssembly.Module(source);
    glue.initSync({ module });
    compiled = module;
  }

  /**
   * Starts the core once, however often it is called. After a failure it can be called again.
   *
   * @param {WasmSource | PromiseLike<WasmSource>} [source]
   * @returns {Promise<void>}
   */
  function ready(source) {
    if (compiled !== undefined) return Promise.resolve();
    const compile = () =>
      source === undefined ? compileFile(/** @type {() => URL} */ (locate)) : compileSource(source);
    starting ??= Promise.all([compile(), load?.()])
      .then(([module]) => startSync(module))
      .finally(() => (starting = undefined));
    return starting;
  }

  /** The number of resets so far. */
  let resets = 0;
  /** The number of resets before each object was created. @type {WeakMap<object, number>} */
  const madeAfter = new WeakMap();

  /** Converts an error of a call. Resets the core after a trap. @param {unknown} error */
  function convertError(error) {
    if (error instanceof WebAssembly.RuntimeError || error instanceof RangeError) {
      // A trap, or a stack overflow in the core, leaves its memory in an inconsistent state.
      glue.__wbg_reset_state();
      resets += 1;
      const message = `core: stopped: ${error.message}`;
      return new ProofmarkError("core.trap", message, { cause: error });
    }
    if (error instanceof TypeError) {
      // The glue reads the length of an argument that is neither text nor bytes.
      const message = `argument: wrong type: ${error.message}`;
      return new ProofmarkError("host.option", message, { cause: error });
    }
    if (error instanceof Error) return error;
    const { code, message } = /** @type {{ code: string, message: string }} */ (error);
    return new ProofmarkError(code, message);
  }

  /** @param {() => any} call */
  function guard(call) {
    if (compiled === undefined) {
      const message =
        "core: not loaded; await ready() before the first call; in a bundle, ready(wasm)";
      throw new ProofmarkError("host.not-ready", message);
    }
    try {
      const result = call();
      if (result?.__wbg_ptr !== undefined) madeAfter.set(result, resets);
      return result;
    } catch (error) {
      throw convertError(error);
    }
  }

  /** @param {Function} type a class of the glue; its methods are wrapped in place */
  function guardClass(type) {
    for (const name of Reflect.ownKeys(type.prototype)) {
      const method = type.prototype[name];
      if (name === "constructor" || name === "__destroy_into_raw") continue;
      /** @this {{ __wbg_ptr: number }} @param {unknown[]} args */
      type.prototype[name] = function (...args) {
        // It was freed, or consumed by a method.
        const closed = this.__wbg_ptr === 0;
        if (madeAfter.get(this) === resets && !closed) {
          const given = args.map(copyPlain);
          return guard(() => method.apply(this, given));
        }
        // Its memory no longer exists; freeing it would corrupt the new core.
        if (method.name === "free") return;
        const found = closed ? "one that is closed" : "one from before a trap";
        const message = `${type.name}: expected one of the running core, found ${found}`;
        throw new ProofmarkError("core.lost", message);
      };
    }
    return new Proxy(type, {
      construct(_, args) {
        const given = args.map(copyPlain);
        return guard(() => Reflect.construct(type, given));
      },
    });
  }

  /** @type {Record<string, unknown>} */
  const core = {};
  for (const [name, value] of Object.entries(glue)) {
    if (LIFECYCLE.has(name) || typeof value !== "function") continue;
    core[name] = value.prototype?.__destroy_into_raw
      ? guardClass(value)
      : (/** @type {unknown[]} */ ...args) => {
          const given = args.map(copyPlain);
          return guard(() => /** @type {Function} */ (value)(...given));
        };
  }
  // After the start, `initSync` returns the current exports, also after a reset.
  Object.defineProperty(core, "memory", { get: () => glue.initSync(undefined).memory });
  // Lets workers start without compiling it again.
  Object.defineProperty(core, "module", { get: () => compiled });

  return {
    core: /** @type {Omit<G, "initSync" | "__wbg_reset_state"> & { readonly memory: WebAssembly.Memory, readonly module: WebAssembly.Module | undefined }} */ (
      core
    ),
    ready,
    startSync,
  };
}
