// A process of its own that verifies what the worker at the address serves, and prints what it found.

import * as api from "../../../pkg/entry/core/node.js";
import { check } from "./check.js";

console.log(JSON.stringify(await check(api, process.argv[2] ?? "")));
