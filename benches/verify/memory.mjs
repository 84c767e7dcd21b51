// Verifies one file in its own process and prints the memory above the idle process.

import { readFileSync } from "node:fs";

import { openChunks } from "../../pkg/cli/io/files.js";
import { verify, verifyStream } from "../../pkg/entry/core/node.js";

const [path = "", cores = "1"] = process.argv.slice(2);
verify("");
globalThis.gc?.();
const idle = process.memoryUsage.rss();
const { chunks } = await openChunks(path, { reuse: true });
const report = await verifyStream(chunks, { cores: Number(cores) });
// `resourceUsage` would include the parent process.
const [, kib] = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync("/proc/self/status", "utf8")) ?? [];
const peak = Number(kib) * 1024;
console.log(JSON.stringify({ passed: report.passed, records: report.records, above: peak - idle }));
