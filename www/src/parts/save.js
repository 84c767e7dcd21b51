// Hands a file to the person.

/** A name as that of a file, without its end. @param {string} name */
export const fileNameOf = (name) =>
  name
    .replace(/\.[a-z]+$/i, "")
    .replace(/[^\p{L}\p{M}\p{N}_.-]+/gu, "-")
    .replace(/^[-.]+|-+$/g, "") || "proofmark";

/** @param {Blob} blob @param {string} name */
export function save(blob, name) {
  const url = URL.createObjectURL(blob);
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
