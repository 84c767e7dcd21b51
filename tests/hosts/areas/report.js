/**
 * A function of `proofmark/suite` over files, called with their lines: what it answers, or
 * `{ "error": CODE }`. An answer that is text is compared as lines. `pick` names the members that
 * are compared, where not all of them are.
 *
 * @type {import("../suite.js").Area}
 */
export const report = {
  fileKeys: ["files"],
  caseKeys: ["call", "of", "options", "pick"],
  async actual(api, { call, of, options, pick }, { files }) {
    const texts = of.map((/** @type {string} */ name) => files[name].join("\n"));
    const found = await /** @type {any} */ (api)[call](...texts, options);
    if (typeof found === "string") return found.split("\n");
    if (pick === undefined) return found;
    return Object.fromEntries(pick.map((/** @type {string} */ name) => [name, found[name]]));
  },
};
