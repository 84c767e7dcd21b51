// Asks the remaining questions of open runs, then the new targets.

/**
 * Evaluates all of `work` and passes every event to `sink`. Ends early if the signal aborts or the
 * sink is full.
 *
 * @param {typeof import("../../index.d.ts")} api
 * @param {import("./plan.js").Work} work
 * @param {import("../../index.d.ts").EvaluateAllOptions} options
 * @param {import("./sink.js").Sink} sink
 */
export async function askTargets(api, work, options, sink) {
  if (sink.full()) return;
  for await (const event of api.evaluateAll(targets(work), options)) {
    await sink.take(event);
    if (sink.full()) return;
  }
}

/** @param {import("./plan.js").Work} work */
async function* targets({ open, fresh }) {
  yield* open;
  yield* fresh();
}
