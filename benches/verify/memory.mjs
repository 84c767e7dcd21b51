// Verifies one file in a process of its own, and says how much memory that took above idling.

import { openChunks } from "../../pkg/cli/files.js";
import { verify, verifyStream } from "../../pkg/node.js";

const [path = "", cores = "1"] = process.argv.slice(2);
verify("");
globalThis.gc?.();
const idle = process.memoryUsage.rss();
const { chunks } = await openChunks(path, { reuse: true });
const report = await verifyStream(chunks, { cores: Number(cores) });
const peak = process.resourceUsage().maxRSS * 1024;
console.log(JSON.stringify({ passed: report.passed, records: report.records, above: peak - idle }));
