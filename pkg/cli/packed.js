// What is packed, or in another encoding, is no file of ours yet: said once, and not line by line of
// what its bytes would be as text.

import { Refusal } from "./exit.js";

/** How files begin that are packed: by what, and what gives back what is in them. */
const PACKED = [
  { start: "1f8b", by: "gzip", unpack: "gzip -dc" },
  { start: "504b0304", by: "zip", unpack: "unzip -p" },
  { start: "28b52ffd", by: "zstd", unpack: "zstd -dc" },
  { start: "fd377a585a00", by: "xz", unpack: "xz -dc" },
  { start: "425a68", by: "bzip2", unpack: "bzip2 -dc" },
];

/** UTF-16: its mark, and a letter of ASCII, such as what JSON begins with. */
const UTF_16 = /^(?:fffe[0-7].00|feff00[0-7])/;

/** The most bytes that are looked at: the start of bzip2 is letters, and has a number behind it. */
const MOST = 10;
const BLOCK = "314159265359";

/**
 * Refuses a file by how it begins.
 *
 * @param {string} path
 * @param {Uint8Array} first Its first bytes.
 */
export function checkStart(path, first) {
  const start = Buffer.from(first.subarray(0, MOST)).toString("hex");
  if (UTF_16.test(start))
    throw new Refusal("file.not-utf8", "file: expected UTF-8, found UTF-16", path);
  const packed = PACKED.find(({ start: magic }) => start.startsWith(magic));
  if (packed === undefined || (packed.by === "bzip2" && !start.endsWith(BLOCK))) return;
  const { by, unpack } = packed;
  throw new Refusal(
    "cli.file-packed",
    `expected an unpacked file, found one packed by ${by}; ${unpack} unpacks it`,
    path,
  );
}
