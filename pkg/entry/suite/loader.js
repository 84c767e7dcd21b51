// The core of suites and reports. The URL must be written exactly like this for bundlers to find
// it.

import { createCore } from "../../wasm/instance.js";
import { loadPublicBank } from "../../wasm/public-bank.js";
import * as glue from "../../generated/suite.js";

export const url = () => new URL("../../generated/suite_bg.wasm", import.meta.url);

export const { core, ready, startSync } = createCore(glue, url, loadPublicBank);
