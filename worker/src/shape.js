// Validates values against the subset of JSON Schema that our schemas use. Throws on unknown
// keywords.

/** @typedef {Record<string, any>} Schema */

/** @type {Record<string, (value: any, by: any, schema: Schema) => string | undefined>} */
const KEYWORDS = {
  type: (value, type) => (typeOf(value, type) ? undefined : `expected ${type}`),
  enum: (value, values) =>
    values.includes(value) ? undefined : `expected one of ${values.join(", ")}`,
  minLength: (value, least) =>
    typeof value !== "string" || [...value].length >= least
      ? undefined
      : `expected ${least} characters at least`,
  maxLength: (value, most) =>
    typeof value !== "string" || [...value].length <= most
      ? undefined
      : `expected ${most} characters at most`,
  pattern: (value, pattern) =>
    typeof value !== "string" || new RegExp(pattern, "u").test(value)
      ? undefined
      : `expected text like ${pattern}`,
  minimum: (value, least) =>
    typeof value !== "number" || value >= least ? undefined : `expected ${least} at least`,
  maximum: (value, most) =>
    typeof value !== "number" || value <= most ? undefined : `expected ${most} at most`,
};

/** Annotations, which are not rules. */
const NOTES = new Set(["description", "example", "default", "format", "title"]);
/** Keywords that are handled member by member. */
const MEMBERS = new Set(["properties", "required", "additionalProperties"]);

/**
 * Returns the first problem of `value`, or undefined.
 *
 * @param {Schema} schema
 * @param {any} value
 * @param {string} name
 * @returns {string | undefined}
 */
export function problem(schema, value, name) {
  for (const [keyword, by] of Object.entries(schema)) {
    if (NOTES.has(keyword) || MEMBERS.has(keyword)) continue;
    const rule = KEYWORDS[keyword];
    if (rule === undefined) throw new Error(`schema of ${name}: ${keyword} is not known`);
    const found = rule(value, by, schema);
    if (found !== undefined) return `${name}: ${found}, found another value`;
  }
  if (schema.type !== "object") return undefined;
  for (const member of schema.required ?? [])
    if (!Object.hasOwn(value, member)) return `${name}.${member}: expected a value, found none`;
  for (const [member, inner] of Object.entries(value)) {
    const known = Object.hasOwn(schema.properties, member) ? schema.properties[member] : undefined;
    if (known === undefined) {
      const names = Object.keys(schema.properties).join(", ");
      return `${name}: expected members out of ${names}, found another`;
    }
    const wrong = problem(known, inner, `${name}.${member}`);
    if (wrong !== undefined) return wrong;
  }
  return undefined;
}

/** @param {any} value @param {string} type */
function typeOf(value, type) {
  switch (type) {
    case "object":
      return typeof value === "object" && value !== null && !Array.isArray(value);
    case "integer":
      return Number.isSafeInteger(value);
    default:
      return typeof value === type;
  }
}
