// Writes the reports of a run: the format follows from the name of the file.

import { extname } from "node:path";
import { Refusal } from "../exit.js";
import { openChunks } from "../io/files.js";
import { FORCE_ADVICE, checkNew, writeNew } from "../io/new-files.js";
import { omitUndefined } from "../options.js";
import { shown } from "../render/text.js";

/** The formats by the extensions of file names. @type {Record<string, import("../../entry/suite/index.d.ts").ReportFormat>} */
const FORMATS = {
  ".html": "html",
  ".md": "markdown",
  ".xml": "junit",
  ".csv": "csv",
  ".json": "json",
};

/**
 * Refuses unusable --report files before anything is asked.
 *
 * @param {Record<string, any>} options
 */
export function checkReports({ report: paths = [], out, force }) {
  if (paths.length > 0 && out === undefined)
    throw new Refusal("cli.together", "--report: needs --out FILE");
  for (const path of paths) {
    if (formatByExtension(path) === undefined)
      throw new Refusal(
        "cli.value",
        `--report: expected a name that ends in ${Object.keys(FORMATS).join(", ")}, found ${shown(path)}`,
      );
    checkNew(path, { force, advice: FORCE_ADVICE });
  }
}

/**
 * Writes the reports of the record file.
 *
 * @param {Record<string, any>} options
 * @param {Pick<import("../main.js").Context, "suite">} context
 */
export async function writeReports({ report: paths = [], out, force }, { suite }) {
  for (const path of paths) {
    const { report } = await suite();
    const { chunks } = await openChunks(out);
    const text = await report(chunks, omitUndefined({ format: formatByExtension(path) }));
    writeNew([{ path, text: `${text.trimEnd()}\n` }], { force, advice: FORCE_ADVICE });
  }
}

/** @param {string} path */
const formatByExtension = (path) => FORMATS[extname(path)];
