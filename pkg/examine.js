// The worker side of `verifyStream`: examines chunks, by the terms in the first message.

/** @typedef {import("./verification.js").Core} Core */
/** @typedef {Uint8Array | { options: string, now: number }} Message */

const encoder = new TextEncoder();

/**
 * @param {Core} core
 * @param {(answer: unknown, transfer: ArrayBuffer[]) => void} post
 * @param {() => Promise<string>} [bank] loads the public bank, if the core does not contain it
 */
export function createExamination(core, post, bank = async () => "") {
  /** @type {InstanceType<Core["Examiner"]> | undefined} */
  let examiner;

  /** @param {Message} data */
  async function answer(data) {
    try {
      if (!(data instanceof Uint8Array)) {
        examiner = new core.Examiner(data.options, data.now);
        return;
      }
      if (examiner === undefined) return;
      let length = examiner.examine(data);
      if (length === undefined) {
        examiner.supply_bank(encoder.encode(await bank()));
        length = examiner.examine(data) ?? 0;
      }
      // The facts usually fit into the chunk's buffer, which is sent back.
      const facts = length <= data.length ? data.subarray(0, length) : examiner.long();
      post(facts, [/** @type {ArrayBuffer} */ (facts.buffer)]);
    } catch (error) {
      const { code = "core.trap", message } = /** @type {import("./error.js").ProofmarkError} */ (
        error
      );
      post({ code, message }, []);
    }
  }

  // Answer in order, also while one message waits for the bank.
  let before = Promise.resolve();
  return (/** @type {Message} */ data) => {
    before = before.then(() => answer(data));
  };
}

/**
 * Calls {@link createExamination} for a core that has yet to start. Queues messages until then. If
 * the start fails, answers every chunk with the error.
 *
 * @param {Core} core
 * @param {() => Promise<void>} ready
 * @param {(answer: unknown, transfer: ArrayBuffer[]) => void} post
 * @param {() => Promise<string>} [bank]
 */
export function serve(core, ready, post, bank) {
  const examine = createExamination(core, post, bank);
  const started = ready().then(
    () => undefined,
    ({ code = "host.load", message }) => ({ code, message }),
  );
  return (/** @type {Message} */ data) =>
    void started.then((lost) => {
      if (lost === undefined) examine(data);
      else if (data instanceof Uint8Array) post(lost, []);
    });
}
