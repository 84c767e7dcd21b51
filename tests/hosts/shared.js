// References to values that the cases of a file share.

/** @typedef {Record<string, any>} Shared */

/**
 * Returns `value` with its references resolved: `{ "$": NAME }` is a shared value, with a `merge`
 * patch (RFC 7386) if there is one, and `{ "$text": NAME }` is its JSON text.
 *
 * @param {any} value
 * @param {Shared} shared
 * @returns {any}
 */
export function resolve(value, shared) {
  if (value === null || typeof value !== "object") return value;
  if (Array.isArray(value)) return value.map((item) => resolve(item, shared));
  const name = value.$ ?? value.$text;
  if (name === undefined) return mapped(value, (member) => resolve(member, shared));
  if (!Object.hasOwn(shared, name)) throw new Error(`no shared ${name}`);
  const found = "merge" in value ? merged(shared[name], value.merge) : shared[name];
  return "$text" in value ? JSON.stringify(found) : found;
}

/** @param {any} value @param {any} patch @returns {any} */
function merged(value, patch) {
  if (!isObject(patch)) return patch;
  const members = isObject(value) ? value : {};
  const changed = mapped(patch, (member, name) => merged(members[name], member));
  return mapped({ ...members, ...changed }, (member) => member ?? undefined);
}

const isObject = (/** @type {unknown} */ value) =>
  value !== null && typeof value === "object" && !Array.isArray(value);

/** Maps the members of an object; leaves out those that become undefined. @param {object} value @param {(member: any, name: string) => unknown} map */
const mapped = (value, map) =>
  Object.fromEntries(
    Object.entries(value).flatMap(([name, member]) => {
      const result = map(member, name);
      return result === undefined ? [] : [[name, result]];
    }),
  );
