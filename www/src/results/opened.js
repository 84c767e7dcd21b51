// Open files: one, or several that were concatenated.

import { toErrorInfo } from "../parts/error-info.js";
import { checkFile, checkStored, worstCheck } from "../verify/check.js";
import { service } from "./service.js";

/** @typedef {import("../parts/error-info.js").ErrorInfo} ErrorInfo */

/**
 * An open file. `id` and `changed` are set if it is stored, `options` if a link names a signer or a
 * subject. `parts` are the files that were
 * concatenated; they cannot be verified as one, because their logs differ.
 *
 * @typedef {{ name: string, blob: Blob, id?: string, changed?: number, parts?: Opened[], options?: import("../parts/fetch-file.js").LinkOptions }} Opened
 */

/** Reports whether the error is one of the host, such as a failed download, which says nothing about the file. @param {ErrorInfo} error */
export const isHostError = ({ code }) => code.startsWith("host.");

/** Checks an open file; of several opened together, returns the worst verdict. @param {Opened} file */
export async function checkOpened(file) {
  const checks = (file.parts ?? [file]).map(({ blob, id, options }) =>
    id === undefined ? checkFile(blob, options) : checkStored(blob, id),
  );
  return worstCheck(await Promise.all(checks));
}

/** Returns the files that cannot be read, with the errors. @param {Opened[]} parts @param {AbortSignal} signal */
export async function unreadableParts(parts, signal) {
  /** @type {{ part: Opened, error: ErrorInfo }[]} */
  const found = [];
  for (const part of parts) {
    if (signal.aborted) break;
    try {
      await service.open(part.blob);
    } catch (cause) {
      const error = toErrorInfo(cause);
      if (!isHostError(error)) found.push({ part, error });
    }
  }
  return found;
}

/** Returns an open file as a `File` with its name. @param {Opened} file */
export const toFile = ({ name, blob }) => (blob instanceof File ? blob : new File([blob], name));
