/**
 * A row and all that grading says of it, a row and its literal reading, or a reply and the answer that
 * it commits to.
 *
 * @type {import("../suite.js").Area}
 */
export const grade = {
  caseKeys: ["row", "literal", "reply", "options", "prompt", "committed"],
  actual(api, { row, literal, reply, options }) {
    if (literal !== undefined) return api.grade?.(row).literal;
    if (row !== undefined) return { id: null, ...api.grade?.(row) };
    const known = options?.length ? { options } : {};
    const asked = options ? { kind: "choice", ...known } : { kind: "math" };
    return api.grade?.(/** @type {any} */ ({ ...asked, expected: null, response: reply }))
      ?.committed.answer;
  },
  expected: ({ row, expect, literal, committed }) =>
    literal ?? (row === undefined ? committed : expect),
};
