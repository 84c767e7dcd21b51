// Headers as they are typed.

/** @param {string} lines @returns {{ headers: Record<string, string>, wrong?: string }} */
export function headersOf(lines) {
  /** @type {Record<string, string>} */
  const headers = {};
  for (const line of lines.split("\n").map((line) => line.trim())) {
    if (line === "") continue;
    const [, name = "", value = ""] = /^([^:\s]+)\s*:\s*(.+)$/.exec(line) ?? [];
    if (name === "") return { headers, wrong: line };
    headers[name] = value;
  }
  return { headers };
}
