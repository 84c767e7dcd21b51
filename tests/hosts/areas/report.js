/**
 * A function of `proofmark/suite` over files, called with their lines: what it answers, or
 * `{ "error": CODE }`. An answer that is text is compared as lines.
 *
 * @type {import("../suite.js").Area}
 */
export const report = {
  fileKeys: ["files"],
  caseKeys: ["call", "of", "options"],
  async actual(api, { call, of, options }, { files }) {
    const texts = of.map((/** @type {string} */ name) => files[name].join("\n"));
    if (call === "openRecords") {
      const opened = await /** @type {any} */ (api).openRecords(texts[0]);
      const found = { listing: opened.listing, summary: opened.summarize(options) };
      opened.close();
      return found;
    }
    const found = await /** @type {any} */ (api)[call](...texts, options);
    return typeof found === "string" ? found.split("\n") : found;
  },
};
