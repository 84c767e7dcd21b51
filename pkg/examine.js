// What a worker does: examines the parts that it is sent, by the terms that came first.

/** @typedef {typeof import("./full.js").core} Core */

/**
 * @param {Core} core
 * @param {(answer: unknown, transfer: ArrayBuffer[]) => void} post
 */
export function createExamination(core, post) {
  /** @type {InstanceType<Core["Examiner"]> | undefined} */
  let examiner;
  return (/** @type {Uint8Array | { options: string, now: number }} */ data) => {
    try {
      if (!(data instanceof Uint8Array)) {
        examiner = new core.Examiner(data.options, data.now);
        return;
      }
      if (examiner === undefined) return;
      // The answer mostly fits where the part was, and goes back in the same buffer.
      const length = examiner.examine(data);
      const facts = length <= data.length ? data.subarray(0, length) : examiner.long();
      post(facts, [/** @type {ArrayBuffer} */ (facts.buffer)]);
    } catch (error) {
      const { code = "core.trap", message } = /** @type {import("./error.js").ProofmarkError} */ (
        error
      );
      post({ code, message }, []);
    }
  };
}
