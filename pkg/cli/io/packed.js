// Detects compressed and UTF-16 input, to report it once instead of reporting every line.

import { Refusal } from "../exit.js";

/** The magic numbers of compressed files, and the commands that decompress them. */
const PACKED = [
  { start: "1f8b", by: "gzip", unpack: "gzip -dc" },
  { start: "504b0304", by: "zip", unpack: "unzip -p" },
  { start: "28b52ffd", by: "zstd", unpack: "zstd -dc" },
  { start: "fd377a585a00", by: "xz", unpack: "xz -dc" },
  { start: "425a68", by: "bzip2", unpack: "bzip2 -dc" },
];

/** UTF-16 with a byte order mark, followed by an ASCII character, as JSON starts with. */
const UTF_16 = /^(?:fffe[0-7].00|feff00[0-7])/;

/**
 * The number of bytes to inspect. The magic number of bzip2 is letters, so check its block header
 * too.
 */
const MOST = 10;
const BLOCK = "314159265359";

/**
 * Refuses a compressed or UTF-16 file by its first bytes.
 *
 * @param {string} path
 * @param {Uint8Array} first
 */
export function refuseCompressed(path, first) {
  const start = Buffer.from(first.subarray(0, MOST)).toString("hex");
  if (UTF_16.test(start))
    throw new Refusal("file.not-utf8", "file: expected UTF-8, found UTF-16", path);
  const packed = PACKED.find(({ start: magic }) => start.startsWith(magic));
  if (packed === undefined || (packed.by === "bzip2" && !start.endsWith(BLOCK))) return;
  const { by, unpack } = packed;
  throw new Refusal("cli.file-packed", `packed by ${by}; ${unpack} unpacks it`, path);
}
