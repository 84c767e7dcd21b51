// The script of a report's page: verifies what the page carries, and any file that is chosen. The
// build joins it with the glue and the wasm that it imports into one text.

import { check_file, initSync } from "../generated/check.js";
import { bytes } from "../generated/check_inline.js";

{
  const encoder = new TextEncoder();
  const element = (/** @type {string} */ id) => document.getElementById(id);

  /** The file that a page carries, and the bank that it needs. @param {Document} page */
  const carried = (page) => ({
    file: page.getElementById("proofmark-data")?.textContent,
    bank: page.getElementById("proofmark-bank")?.textContent ?? undefined,
  });

  /** @param {string} id @param {{ verdict: string, text: string }} status */
  const show = (id, { verdict, text }) => {
    const shown = element(id);
    if (shown === null) return;
    shown.textContent = text;
    shown.dataset.state = verdict;
  };

  const mine = carried(document);

  /** @param {string} id @param {Uint8Array} bytes */
  const check = (id, bytes) => {
    const text = new TextDecoder().decode(bytes);
    // A page such as this one is verified by what it carries.
    const page = /^\s*</.test(text)
      ? carried(new DOMParser().parseFromString(text, "text/html"))
      : undefined;
    const file = page ? encoder.encode(page.file ?? "") : bytes;
    const { bank } = page ?? mine;
    try {
      show(id, JSON.parse(check_file(file, bank, Date.now())));
    } catch (error) {
      const { message } = /** @type {{ message: string }} */ (error);
      show(id, { verdict: "failed", text: `Failed. ${message}` });
    }
  };

  try {
    initSync({ module: await WebAssembly.compile(bytes()) });
    if (mine.file != null) check("proofmark-status", encoder.encode(mine.file));
    element("proofmark-file")?.addEventListener("change", async ({ target }) => {
      const [file] = /** @type {HTMLInputElement} */ (target).files ?? [];
      if (file) check("proofmark-other", new Uint8Array(await file.arrayBuffer()));
    });
  } catch (error) {
    const { message } = /** @type {Error} */ (error);
    const text = `Not verified: the verifier did not start (${message}).`;
    show("proofmark-status", { verdict: "not-checked", text });
  }
}
