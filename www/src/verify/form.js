// Whom to believe and about whom; which steps; and what is needed to check private banks.

import { html } from "lit";

import { textOf } from "../chunks.js";
import { Element, define } from "../element.js";
import { text } from "../text.js";

const words = text.verify;

/** @typedef {import("proofmark").VerifyOptions} VerifyOptions */
/** @typedef {import("proofmark").Step} Step */
/** What is asked; `wrong` where it cannot be. @typedef {{ options: VerifyOptions, wrong: boolean }} Asked */

const DAY = 86_400_000;

/**
 * The fields for numbers: the least and the most that each takes, and how far apart two are. Every
 * record is older than 0 milliseconds, so that is no age to ask for.
 */
const NUMBERS = {
  maxAge: { least: 1 / DAY, most: 100_000, step: "any" },
  index: { least: 0, most: Number.MAX_SAFE_INTEGER, step: "1" },
};
/** @typedef {keyof typeof NUMBERS} NumberField */

const STEPS = /** @type {Step[]} */ (Object.keys(words.steps));
/** @type {Step[]} */
const DEFAULT = ["schema", "draw", "grade"];

/** What is asked before anyone has said anything. @type {Asked} */
export const ASKED = { options: { require: DEFAULT }, wrong: false };

const FILES = /** @type {const} */ (["banks", "manifests", "reveals", "openings"]);
/** What a file is given as. @typedef {typeof FILES[number] | "trust"} Kind */

/** What concerns a field in the part that opens: what is wrong with a file there, or is put right there. */
const FOLDED = /^(?:(?:bank|opening)\..*|file\.index|run\.unknown)$/;

/** Whether what was refused is the signer, or the trust file in its place. @param {string} code */
export const concernsTrust = (code) => /^(?:trust|key)\./.test(code);

export class Form extends Element {
  static properties = {
    files: { state: true },
    unread: { state: true },
    wrong: { state: true },
    refused: { type: String },
  };

  constructor() {
    super();
    /** The texts of the files given, by what they are. @type {Partial<Record<Kind, string[]>>} */
    this.files = {};
    /** As what the files were given that could not be read last. @type {Kind | ""} */
    this.unread = "";
    /** The fields whose numbers cannot be asked for. @type {NumberField[]} */
    this.wrong = [];
    /** The code with which what is asked was refused. */
    this.refused = "";
  }

  /** @param {Map<string, unknown>} changed */
  updated(changed) {
    // Only now is the field for a signer open or closed as the files want it.
    if (changed.has("files")) this.ask();
  }

  render() {
    return html`<form
      class="stack"
      @input=${this.ask}
      @submit=${(/** @type {Event} */ event) => event.preventDefault()}
    >
      <fieldset class="stack">
        <legend>${words.ask}</legend>
        <p class="hint">${words.askAbout}</p>
        <div class="fields">
          <div class="field">
            <label for="trust">${words.trust}</label>
            <input
              id="trust"
              name="trust"
              autocomplete="off"
              spellcheck="false"
              aria-invalid=${concernsTrust(this.refused)}
              aria-describedby="trust-hint"
              ?disabled=${(this.files.trust ?? []).length > 0}
            />
            <p class="hint" id="trust-hint">${words.trustHint}</p>
            ${this.file("trust", words.trustFile)}
          </div>
          <div class="field">
            <label for="about">${words.subject}</label>
            <input
              id="about"
              name="subject"
              autocomplete="off"
              spellcheck="false"
              aria-describedby="about-hint"
            />
            <p class="hint" id="about-hint">${words.subjectHint}</p>
          </div>
          ${this.number("maxAge")}
        </div>
      </fieldset>
      <details>
        <summary>${words.more}</summary>
        <div class="fields settings">
          <fieldset>
            <legend>${words.require}</legend>
            ${STEPS.map(
              (step) =>
                html`<label class="pick"
                  ><input
                    type="checkbox"
                    name="require"
                    value=${step}
                    ?checked=${DEFAULT.includes(step)}
                  />
                  <span>${step} <span class="soft">${words.steps[step]}</span></span></label
                >`,
            )}
          </fieldset>
          <div class="stack">
            ${this.number("index")} ${FILES.map((kind) => this.file(kind, words[kind]))}
          </div>
        </div>
      </details>
    </form>`;
  }

  /** @param {NumberField} name */
  number(name) {
    const { least, most, step } = NUMBERS[name];
    const isWrong = this.wrong.includes(name);
    return html`<div class="field">
      <label for=${name}>${words[name]}</label>
      <input
        id=${name}
        name=${name}
        type="number"
        min=${least}
        max=${most}
        step=${step}
        aria-invalid=${isWrong}
        aria-describedby=${`${name}-hint ${name}-wrong`}
      />
      <p class="hint" id=${`${name}-hint`}>${words[`${name}Hint`]}</p>
      ${isWrong ? html`<p class="alarm small" id=${`${name}-wrong`} role="alert">${words[`${name}Wrong`]}</p>` : ""}
    </div>`;
  }

  /** @param {Kind} kind @param {string} label */
  file(kind, label) {
    const given = this.files[kind] ?? [];
    return html`<div class="row">
      <label class="button small"
        >${label}<input
          class="unseen"
          type="file"
          ?multiple=${kind !== "trust"}
          @change=${async (/** @type {Event} */ event) => {
            const input = /** @type {HTMLInputElement} */ (event.target);
            const chosen = [...(input.files ?? [])];
            // The same file may be chosen again.
            input.value = "";
            await this.read(kind, chosen);
          }}
      /></label>
      ${
        given.length === 0
          ? ""
          : html`<span class="soft">${words.chosen(given.length)}</span>
              <button
                class="quiet"
                type="button"
                @click=${(/** @type {Event} */ event) => {
                  const row = /** @type {Element} */ (event.target).closest(".row");
                  row?.querySelector("input")?.focus();
                  this.files = { ...this.files, [kind]: [] };
                }}
              >
                ${words.clear}
              </button>`
      }
      ${this.unread === kind ? html`<span class="alarm small" role="alert">${words.unread}</span>` : ""}
    </div>`;
  }

  /** Files that cannot be read leave those that were given before. @param {Kind} kind @param {File[]} chosen */
  async read(kind, chosen) {
    this.unread = "";
    try {
      const texts = await Promise.all(chosen.map(textOf));
      this.files = { ...this.files, [kind]: texts };
    } catch {
      this.unread = kind;
    }
  }

  ask() {
    const form = new FormData(/** @type {HTMLFormElement} */ (this.querySelector("form")));
    const said = (/** @type {string} */ name) => String(form.get(name) ?? "").trim();
    // A file that is empty is no trust file; a field that is empty asks nothing.
    const trust = this.files.trust?.[0] ?? (said("trust") || undefined);
    const subject = said("subject");
    const number = (/** @type {NumberField} */ name) =>
      /** @type {HTMLInputElement} */ (this.querySelector(`#${name}`));
    // What is typed there and is no such number is refused, and not passed over.
    this.wrong = /** @type {NumberField[]} */ (Object.keys(NUMBERS)).filter(
      (name) => !number(name).validity.valid,
    );
    const [days, index] = [number("maxAge").valueAsNumber, number("index").valueAsNumber];
    const require = /** @type {Step[]} */ (form.getAll("require").map(String));
    const files = FILES.filter((kind) => (this.files[kind] ?? []).length > 0).map((kind) => [
      kind,
      this.files[kind],
    ]);
    /** @type {VerifyOptions} */
    const options = {
      require,
      ...(trust !== undefined && { trust }),
      ...(subject && { subject }),
      ...(!Number.isNaN(days) && { maxAge: Math.round(days * DAY) }),
      ...(!Number.isNaN(index) && { index }),
      ...Object.fromEntries(files),
    };
    this.tell("asked", /** @type {Asked} */ ({ options, wrong: this.wrong.length > 0 }));
  }

  /** Opens what is folded up where what is wrong concerns a field in it. @param {string} code */
  unfold(code) {
    const folded = this.querySelector("details");
    if (folded && FOLDED.test(code)) folded.open = true;
  }

  /** To what is wrong. */
  toWrong() {
    this.focusOn(this.querySelector('[aria-invalid="true"]'));
  }
}

define("pm-verify-form", Form);
