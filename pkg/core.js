// Holds one compiled core: starts it once, and brings it back after a trap.

import { ProofmarkError } from "./error.js";
import { plain } from "./given.js";
import { compiled, located } from "./load.js";

/** @typedef {import("./index.d.ts").WasmSource} WasmSource */
/** @typedef {import("./load.js").Artefact} Artefact */

/**
 * The part of the generated glue that this file knows by name.
 *
 * @typedef {{
 *   initSync(options: any): { readonly memory: WebAssembly.Memory },
 *   __wbg_reset_state(): void,
 * }} Glue
 */

/** Names of the glue that start or reset it, and are no function of the core. */
const LIFECYCLE = new Set(["default", "initSync", "__wbg_reset_state"]);

/**
 * Wraps the glue of one wasm artefact. `core` has its functions and classes, and `memory`. They may
 * be taken before the start, and refuse to be called until then.
 *
 * @template {Glue} G
 * @param {G} glue
 * @param {Artefact} [artefact] Left out by a caller that always hands the wasm to `ready`.
 */
export function createCore(glue, artefact) {
  let started = false;
  /** @type {Promise<void> | undefined} */
  let starting;

  /** @param {BufferSource | WebAssembly.Module} module */
  function startSync(module) {
    if (started) return;
    glue.initSync({ module });
    started = true;
  }

  /**
   * Starts the core, once, however often it is called. After a failure it may be called again.
   *
   * @param {WasmSource | PromiseLike<WasmSource>} [source]
   * @returns {Promise<void>}
   */
  function ready(source) {
    if (started) return Promise.resolve();
    starting ??= (
      source === undefined ? located(/** @type {Artefact} */ (artefact)) : compiled(source)
    )
      .then(startSync)
      .finally(() => (starting = undefined));
    return starting;
  }

  /** How often the core was reset; and for each of its objects, after how many resets it was made. */
  let resets = 0;
  /** @type {WeakMap<object, number>} */
  const madeAfter = new WeakMap();

  /** What to throw for what a call threw. @param {unknown} error */
  function recovered(error) {
    if (error instanceof WebAssembly.RuntimeError || error instanceof RangeError) {
      // A trap, or a stack that ran out inside the core, leaves its memory half written.
      glue.__wbg_reset_state();
      resets += 1;
      const message = `core: expected an answer, found ${error.message}`;
      return new ProofmarkError("core.trap", message, { cause: error });
    }
    if (error instanceof TypeError) {
      // The glue asks what is neither text nor bytes for its length.
      const message = `argument: expected one of the declared type, found another: ${error.message}`;
      return new ProofmarkError("host.option", message, { cause: error });
    }
    if (error instanceof Error) return error;
    const { code, message } = /** @type {{ code: string, message: string }} */ (error);
    return new ProofmarkError(code, message);
  }

  /** @param {() => any} call */
  function guarded(call) {
    if (!started) {
      const message = "core: expected ready() to be awaited before the first call, found no core";
      throw new ProofmarkError("host.not-ready", message);
    }
    try {
      const result = call();
      if (result?.__wbg_ptr !== undefined) madeAfter.set(result, resets);
      return result;
    } catch (error) {
      throw recovered(error);
    }
  }

  /** @param {Function} type a class of the glue; its methods are wrapped in place */
  function guardedClass(type) {
    for (const name of Reflect.ownKeys(type.prototype)) {
      const method = type.prototype[name];
      if (name === "constructor" || name === "__destroy_into_raw") continue;
      /** @this {{ __wbg_ptr: number }} @param {unknown[]} args */
      type.prototype[name] = function (...args) {
        // Freed, or at its end in what it came to.
        const closed = this.__wbg_ptr === 0;
        if (madeAfter.get(this) === resets && !closed) {
          const given = args.map(plain);
          return guarded(() => method.apply(this, given));
        }
        // Its memory is gone; freeing it would free somebody else's.
        if (method.name === "free") return;
        const found = closed ? "one that is closed" : "one from before a trap";
        const message = `${type.name}: expected one of the running core, found ${found}`;
        throw new ProofmarkError("core.lost", message);
      };
    }
    return new Proxy(type, {
      construct(_, args) {
        const given = args.map(plain);
        return guarded(() => Reflect.construct(type, given));
      },
    });
  }

  /** @type {Record<string, unknown>} */
  const core = {};
  for (const [name, value] of Object.entries(glue)) {
    if (LIFECYCLE.has(name) || typeof value !== "function") continue;
    core[name] = value.prototype?.__destroy_into_raw
      ? guardedClass(value)
      : (/** @type {unknown[]} */ ...args) => {
          const given = args.map(plain);
          return guarded(() => /** @type {Function} */ (value)(...given));
        };
  }
  // A started glue answers `initSync` with the exports that are current, also after a reset.
  Object.defineProperty(core, "memory", { get: () => glue.initSync(undefined).memory });

  return {
    core: /** @type {Omit<G, "default" | "initSync" | "__wbg_reset_state"> & { readonly memory: WebAssembly.Memory }} */ (
      core
    ),
    ready,
    startSync,
  };
}
