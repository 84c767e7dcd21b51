// What a refusal is, wherever it comes from.

/** @typedef {{ code: string, message: string }} Refused */

/** @param {unknown} error @returns {Refused} */
export function refusedBy(error) {
  const { code = "host.error", message = String(error) } = /** @type {Partial<Refused>} */ (
    error ?? {}
  );
  return { code, message };
}
