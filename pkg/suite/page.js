// The script of an HTML report: verifies the embedded file, and any file that is chosen. The build
// joins it with the glue that it imports and with the wasm.

import { check_file, initSync } from "../generated/check.js";

/** The wasm in base64, from the build. */
const WASM = "";

{
  const encoder = new TextEncoder();
  const element = (/** @type {string} */ id) => document.getElementById(id);

  /** Returns the file embedded in a page, and its bank. @param {Document} page */
  const embedded = (page) => ({
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

  const own = embedded(document);

  /** @param {string} id @param {Uint8Array} bytes */
  const check = (id, bytes) => {
    const text = new TextDecoder().decode(bytes);
    // Of a report page, verify the embedded file.
    const page = /^\s*</.test(text)
      ? embedded(new DOMParser().parseFromString(text, "text/html"))
      : undefined;
    const file = page ? encoder.encode(page.file ?? "") : bytes;
    const { bank } = page ?? own;
    try {
      show(id, JSON.parse(check_file(file, bank, Date.now())));
    } catch (error) {
      const { message } = /** @type {{ message: string }} */ (error);
      show(id, { verdict: "failed", text: `Failed. ${message}` });
    }
  };

  try {
    initSync({
      module: await WebAssembly.compile(Uint8Array.from(atob(WASM), (c) => c.charCodeAt(0))),
    });
    if (own.file != null) check("proofmark-status", encoder.encode(own.file));
    element("proofmark-file")?.addEventListener("change", async ({ target }) => {
      const [file] = /** @type {HTMLInputElement} */ (target).files ?? [];
      if (file) check("proofmark-other", new Uint8Array(await file.arrayBuffer()));
    });
  } catch (error) {
    const { message } = /** @type {Error} */ (error);
    const text = `Not checked: the verifier did not start (${message}).`;
    show("proofmark-status", { verdict: "not-checked", text });
  }
}
