/**
 * A row and all that grading says of it, a row and its literal reading, or a reply and the answer that
 * it commits to.
 *
 * @type {import("../suite.js").Area}
 */
export const grade = {
  caseKeys: ["row", "literal", "reply", "given", "options", "committed", "rule"],
  actual(api, { row, literal, reply, given, options }) {
    if (literal !== undefined) return api.grade?.(row).literal;
    if (row !== undefined) return { id: null, ...api.grade?.(row) };
    const asked = options ? { kind: "choice", options } : { kind: "math", given: given ?? [] };
    const { answer, rule } =
      api.grade?.(/** @type {any} */ ({ ...asked, expected: null, response: reply }))?.committed ??
      {};
    return { answer, rule };
  },
  expected: ({ row, expect, literal, committed, rule }) =>
    literal ?? (row === undefined ? { answer: committed, rule } : expect),
};
