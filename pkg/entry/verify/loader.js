// The core that only verifies. The URL must be written exactly like this for bundlers to find it.

import { createCore } from "../../wasm/instance.js";
import * as glue from "../../generated/verify.js";

export const url = () => new URL("../../badge/verify_bg.wasm", import.meta.url);

export const { core, ready, startSync } = createCore(glue, url);

// Only files that name the public bank need it. The core checks its root.
export { loadPublicBank as bank } from "../../wasm/public-bank.js";
