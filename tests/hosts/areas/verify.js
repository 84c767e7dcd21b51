import { canonical } from "../suite.js";

const encoder = new TextEncoder();

/**
 * A record file, edited, and what verification says of it: whether it passed, and where which step
 * failed with which code. `expect: "pass"` stands for a file with no failure at all. The entry that
 * only verifies has to give the same report, to the byte.
 *
 * @type {import("../suite.js").Area}
 */
export const verify = {
  fileKeys: ["lines"],
  caseKeys: ["edits", "options"],
  async actual(api, { edits, options }, { lines }) {
    const file = edited(lines, edits ?? []);
    const terms = { now: 1_795_273_200_000, ...options };
    const report = await api.verify?.(file, terms);
    const alone = await api.verifier?.verify(file, terms);
    if (canonical(alone) !== canonical(report)) return { core: report, verifier: alone };
    if (report?.passed && report.failed === 0) return "pass";
    return report?.failures.map(({ line, step, code }) => [line, step, code].join(" "));
  },
};

/**
 * @param {string[]} lines
 * @param {Record<string, any>[]} edits
 */
export function edited(lines, edits) {
  const file = [...lines];
  /** @type {Uint8Array<ArrayBuffer> | undefined} */
  let cut;
  for (const edit of edits) {
    // Lines are counted from 1, as reports count them.
    const at = (edit.line ?? 0) - 1;
    if ("replace" in edit) {
      const [from, to] = edit.replace;
      if (!file[at]?.includes(from)) throw new Error(`line ${edit.line} has no ${from}`);
      file[at] = file[at].replace(from, () => to);
    } else if (edit.edit === "remove") file.splice(at, 1);
    else if (edit.edit === "double") file.splice(at, 0, file[at] ?? "");
    else if (edit.edit === "swap") [file[at], file[at + 1]] = [file[at + 1] ?? "", file[at] ?? ""];
    else if (edit.edit === "insert") file.splice(at, 0, edit.text);
    else if (edit.edit === "respace") file[at] = reordered(JSON.parse(file[at] ?? ""));
    else if (edit.edit === "cut") cut = encoder.encode(join(file)).slice(0, -edit.bytes);
    else throw new Error(`no such edit: ${JSON.stringify(edit)}`);
  }
  return cut ?? join(file);
}

/** @param {string[]} lines */
const join = (lines) => lines.map((line) => `${line}\n`).join("");

/**
 * Returns the JSON of a value with other spacing and its members the other way round.
 *
 * @param {object} value
 */
const reordered = (value) =>
  JSON.stringify(value, (_, part) =>
    part !== null && typeof part === "object" && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).reverse())
      : part,
  ).replaceAll('":', '" : ');
