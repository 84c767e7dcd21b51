// The sample agents that the server of this page may offer.

/** @typedef {{ name: string, does: string, url: string, protocol: import("proofmark").Protocol }} SampleAgent */

/** The time to wait for the list, in milliseconds. */
const PATIENCE = 5000;

/** @returns {Promise<SampleAgent[]>} empty if there are none */
export async function findSampleAgents() {
  try {
    const signal = AbortSignal.timeout(PATIENCE);
    const answer = await fetch("./fleet.json", { signal });
    if (!answer.ok || !answer.headers.get("content-type")?.includes("json")) return [];
    const { agents } = await answer.json();
    return Array.isArray(agents) ? agents : [];
  } catch {
    return [];
  }
}
