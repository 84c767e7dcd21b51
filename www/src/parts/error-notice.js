// Shows an error under a title.

import { html } from "lit";

import { text } from "../text.js";
import { toOneLine } from "./excerpt.js";

/** @typedef {import("./error-info.js").ErrorInfo} ErrorInfo */

/** @param {string} title @param {ErrorInfo | null | undefined} refused */
export const errorNotice = (title, refused) =>
  refused
    ? html`<div class="notice bad" role="alert" tabindex="-1">
        <strong>${title}</strong>
        <p><bdi>${toOneLine(text.refusal(refused.code, refused.message), 1000)}</bdi></p>
      </div>`
    : "";
