// The sample fleet, where whoever serves this page also serves one.

/** @typedef {{ name: string, does: string, url: string, protocol: import("proofmark").Protocol }} SampleAgent */

/** @returns {Promise<SampleAgent[]>} none where there is no fleet */
export async function fleet() {
  try {
    const answer = await fetch("./fleet.json", { cache: "no-store" });
    if (!answer.ok || !answer.headers.get("content-type")?.includes("json")) return [];
    const { agents } = await answer.json();
    return Array.isArray(agents) ? agents : [];
  } catch {
    return [];
  }
}
