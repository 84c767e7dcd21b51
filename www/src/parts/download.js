// Saves a file through the browser's download dialog.

/** Converts a name to a file name without extension. @param {string} name */
export const safeFileName = (name) =>
  name
    .replace(/\.[a-z]+$/i, "")
    .replace(/[^\p{L}\p{M}\p{N}_.-]+/gu, "-")
    .replace(/^[-.]+|-+$/g, "") || "proofmark";

/** @param {Blob} blob @param {string} name */
export function download(blob, name) {
  const url = URL.createObjectURL(blob);
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
