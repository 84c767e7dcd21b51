// The core of scores and signals. The URL must be written exactly like this for bundlers to find
// it.

import { createCore } from "../../wasm/instance.js";
import * as glue from "../../generated/score.js";

export const { core, ready, startSync } = createCore(glue, {
  url: () => new URL("../../generated/score_bg.wasm", import.meta.url),
  inline: async () => (await import("../../generated/score_inline.js")).bytes(),
});
