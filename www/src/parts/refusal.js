// What went wrong, in the words of whoever refused.

import { html } from "lit";

import { text } from "../text.js";
import { plain } from "./excerpt.js";

/** @typedef {import("./refused.js").Refused} Refused */

/** @param {string} title @param {Refused | null | undefined} refused */
export const refusal = (title, refused) =>
  refused
    ? html`<div class="notice bad" role="alert" tabindex="-1">
        <strong>${title}</strong>
        <p><bdi>${plain(text.refusal(refused.code, refused.message), 1000)}</bdi></p>
      </div>`
    : "";
