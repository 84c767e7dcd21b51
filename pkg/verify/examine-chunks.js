// The worker side of `verifyStream`: examines chunks, by the terms in the first message.

/** @typedef {typeof import("../entry/core/loader.js").core} Core */
/** @typedef {Uint8Array | { options: string, now: number, module?: WebAssembly.Module }} Message */

/**
 * @param {Core} core
 * @param {(answer: unknown, transfer: ArrayBuffer[]) => void} post
 */
export function createExamination(core, post) {
  /** @type {InstanceType<Core["Examiner"]> | undefined} */
  let examiner;

  /** @param {Message} data */
  return (data) => {
    try {
      if (!(data instanceof Uint8Array)) {
        examiner = new core.Examiner(data.options, data.now);
        return;
      }
      if (examiner === undefined) return;
      const length = examiner.examine(data);
      // The facts usually fit into the chunk's buffer, which is sent back.
      const facts = length <= data.length ? data.subarray(0, length) : examiner.take_long_result();
      post(facts, [/** @type {ArrayBuffer} */ (facts.buffer)]);
    } catch (error) {
      const { code = "core.trap", message } =
        /** @type {import("../wasm/error.js").ProofmarkError} */ (error);
      post({ code, message }, []);
    }
  };
}

/**
 * Calls {@link createExamination} for a core that starts with the first message. If the start fails,
 * answers every chunk with the error.
 *
 * @param {Core} core
 * @param {(source?: import("../index.d.ts").WasmSource) => Promise<void>} ready
 * @param {(answer: unknown, transfer: ArrayBuffer[]) => void} post
 */
export function serve(core, ready, post) {
  const examine = createExamination(core, post);
  /** @type {Promise<{ code: string, message: string } | undefined> | undefined} */
  let started;
  return (/** @type {Message} */ data) => {
    started ??= ready(data instanceof Uint8Array ? undefined : data.module).then(
      () => undefined,
      ({ code = "host.load", message }) => ({ code, message }),
    );
    void started.then((lost) => {
      if (lost === undefined) examine(data);
      else if (data instanceof Uint8Array) post(lost, []);
    });
  };
}
