// Preloaded with --import: writes the peak memory of the process in KiB to file descriptor 3.

import { writeSync } from "node:fs";

process.on("exit", () => writeSync(3, String(process.resourceUsage().maxRSS)));
