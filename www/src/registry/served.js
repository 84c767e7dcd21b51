// The changes of an agent's model, version or fingerprint.

/** @typedef {{ at: string, name: string }} Change */

/**
 * Returns the model, version and fingerprint that the records of a file name, for each change of
 * them, newest first.
 *
 * @param {string} file
 * @returns {Change[]}
 */
export function identityChanges(file) {
  /** @type {Change[]} */
  const changes = [];
  for (const line of file.split("\n")) {
    const { served, at } = servedIdentity(line);
    if (served === undefined) continue;
    const name = Object.values(served).join(", ");
    if (name !== changes.at(-1)?.name) changes.push({ at, name });
  }
  return changes.reverse();
}

/** @param {string} line */
function servedIdentity(line) {
  try {
    const { data, fetchedAt } = JSON.parse(line);
    return { served: data?.served, at: fetchedAt };
  } catch {
    return {};
  }
}
