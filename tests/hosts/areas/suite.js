import { canonical } from "../suite.js";

/**
 * A suite and its answers, and the scorecard that they give, byte for byte; or a suite with its
 * answers, and how it is sealed. `error` is the code of a refusal.
 *
 * @type {import("../suite.js").Area}
 */
export const suite = {
  caseKeys: [
    ...["suite", "suiteText", "answers", "answersText"],
    ...["plain", "random", "rate", "sealed", "warnings", "error"],
  ],
  async actual(api, { suite, suiteText, answers, answersText, plain, rate }) {
    if (plain !== undefined) {
      const made = api.sealSuite?.(JSON.stringify(plain), { salted: false, rate });
      return {
        sealed: JSON.parse(made?.suite ?? ""),
        warnings: made?.warnings.map(({ text }) => text),
      };
    }
    const given = { answers: answersText ?? JSON.stringify(answers) };
    const result = await api.runSuite?.(suiteText ?? JSON.stringify(suite), given);
    return result?.complete ? result.scorecard : undefined;
  },
  expected({ expect, plain, sealed, warnings = [], error }) {
    if (error !== undefined) return { error };
    return plain === undefined ? canonical(expect) : { sealed, warnings };
  },
};
