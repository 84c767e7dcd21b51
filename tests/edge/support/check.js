// Verifies all that a worker serves, as a stranger would: the record file, and every record of it by
// itself, with its inclusion proof. It runs in Node and in Chromium.

/**
 * @param {typeof import("../../../pkg/index.js")} api
 * @param {string} url
 * @param {number} [atATime]
 */
export async function check(api, url, atATime = 16) {
  // A connection that is kept may be closed while this is busy verifying, and only be seen to be with
  // the next request. A browser leaves the header out, and asks again by itself.
  const get = async (/** @type {string} */ path) =>
    (await fetch(`${url}${path}`, { headers: { connection: "close" } })).text();
  const trust = await get("/trust.json");
  const file = await get("/records.ndjson");
  const report = await api.verify(file, {
    trust,
    require: ["schema", "signature", "inclusion", "draw", "grade", "policy"],
  });
  const head = api.readCheckpoint(await get("/checkpoint"));
  const records = file
    .split("\n")
    .filter((line) => line !== "" && JSON.parse(line).type === undefined);
  /** @type {string[]} */
  const failures = report.failures.map(({ line, message }) => `line ${line}: ${message}`);
  let included = 0;
  const rest = records.entries();
  const one = async () => {
    for (const [index, line] of rest) {
      const id = api.recordId(line);
      const text = await get(`/records/${id}`);
      try {
        const { id: found, logged, signed } = api.checkRecord(text);
        const holds =
          found === id &&
          logged?.index === index &&
          logged.size === head.size &&
          logged.signer === head.signer &&
          signed === head.signer;
        if (!holds) throw new Error("another record, or at another place");
        const alone = await api.verify(`${text}\n`, { trust, require: ["inclusion", "policy"] });
        const wrong = alone.steps.filter(({ fail }) => fail > 0).map(({ step }) => step);
        if (wrong.length > 0) throw new Error(wrong.join(", "));
        included += 1;
      } catch (error) {
        failures.push(`record ${index}: ${/** @type {Error} */ (error).message}`);
      }
    }
  };
  await Promise.all(Array.from({ length: atATime }, one));
  return {
    passed: report.passed,
    records: report.records,
    runs: report.runs,
    size: head.size,
    included,
    failures: failures.slice(0, 20),
  };
}
