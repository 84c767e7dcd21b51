// Preloaded with --import: says on file descriptor 3 how much memory the process has needed, in KiB.

import { writeSync } from "node:fs";

process.on("exit", () => writeSync(3, String(process.resourceUsage().maxRSS)));
