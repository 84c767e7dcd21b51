// The asking itself: first the runs that are open, then the targets that are new.

/**
 * Asks all of `work`, and gives every event to `sink`. It ends early when the signal says so, or
 * when the sink takes no more.
 *
 * @param {typeof import("../index.d.ts")} api
 * @param {import("./plan.js").Work} work
 * @param {import("../index.d.ts").EvaluateAllOptions} options
 * @param {import("./sink.js").Sink} sink
 */
export async function ask(api, work, options, sink) {
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
