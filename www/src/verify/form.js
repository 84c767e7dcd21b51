// The settings of a verification: trust, subject, steps, and files for private banks.

import { html } from "lit";

import { Element, defineElement } from "../element.js";
import { text } from "../text.js";

const labels = text.verify;

/** @typedef {import("./worker.js").Options} VerifyOptions */
/** @typedef {import("proofmark").Step} Step */
/** The settings; `wrong` if a field is invalid. @typedef {{ options: VerifyOptions, wrong: boolean }} Settings */

const DAY = 86_400_000;

/**
 * The number fields with their ranges and steps. An age of 0 ms would exclude every record.
 */
const NUMBERS = {
  maxAge: { least: 1 / DAY, most: 100_000, step: "any" },
  index: { least: 0, most: Number.MAX_SAFE_INTEGER, step: "1" },
};
/** @typedef {keyof typeof NUMBERS} NumberField */

const STEPS = /** @type {Step[]} */ (Object.keys(labels.steps));
/** @type {Step[]} */
const DEFAULT = ["schema", "draw", "grade"];

/** The default settings. @type {Settings} */
export const DEFAULT_SETTINGS = { options: { require: DEFAULT }, wrong: false };

const FILES = /** @type {const} */ ([
  ...["banks", "manifests", "reveals", "openings", "config", "records"],
]);
/** The purpose of a chosen file. @typedef {typeof FILES[number] | "trust"} Kind */

/** Error codes that concern the fields under "More options". */
const FOLDED = /^(?:(?:bank|opening)\..*|file\.index|run\.unknown)$/;

/** Reports whether an error concerns the trusted signer or trust file. @param {string} code */
export const concernsTrust = (code) => /^(?:trust|key)\./.test(code);

export class Form extends Element {
  static properties = {
    files: { state: true },
    wrong: { state: true },
    refused: { type: String },
    agents: { type: Number },
  };

  constructor() {
    super();
    /** The chosen files, by purpose. The verification reads them. @type {Partial<Record<Kind, File[]>>} */
    this.files = {};
    /** The invalid number fields. @type {NumberField[]} */
    this.wrong = [];
    /** The error code of the last verification. */
    this.refused = "";
    /** The number of agents in the verified file; 0 if unknown. */
    this.agents = 0;
  }

  /** @param {Map<string, unknown>} changed */
  updated(changed) {
    // The field for the signer has just been enabled or disabled.
    if (changed.has("files")) this.emitSettings();
  }

  render() {
    return html`<form
      class="stack"
      @input=${this.emitSettings}
      @submit=${(/** @type {Event} */ event) => event.preventDefault()}
    >
      <fieldset class="stack">
        <legend>${labels.ask}</legend>
        <p class="hint">${this.agents > 1 ? labels.askOfSeveral(this.agents) : labels.askAbout}</p>
        <div class="fields">
          <div class="field">
            <label for="trust">${labels.trust}</label>
            <input
              id="trust"
              name="trust"
              autocomplete="off"
              spellcheck="false"
              aria-invalid=${concernsTrust(this.refused)}
              aria-describedby="trust-hint"
              ?disabled=${(this.files.trust ?? []).length > 0}
            />
            <p class="hint" id="trust-hint">${labels.trustHint}</p>
            ${this.fileField("trust", labels.trustFile)}
          </div>
          <div class="field">
            <label for="about">${labels.subject}</label>
            <input
              id="about"
              name="subject"
              autocomplete="off"
              spellcheck="false"
              aria-describedby="about-hint"
              ?disabled=${this.agents > 1 && !this.subject?.value}
            />
            <p class="hint" id="about-hint">
              ${this.agents > 1 ? labels.subjectOfSeveral : labels.subjectHint}
            </p>
          </div>
          ${this.numberField("maxAge")}
        </div>
      </fieldset>
      <details>
        <summary>${labels.more}</summary>
        <div class="fields settings">
          <fieldset>
            <legend>${labels.require}</legend>
            ${STEPS.map(
              (step) =>
                html`<label class="pick"
                  ><input
                    type="checkbox"
                    name="require"
                    value=${step}
                    ?checked=${DEFAULT.includes(step)}
                  />
                  <span>${step} <span class="soft">${labels.steps[step]}</span></span></label
                >`,
            )}
          </fieldset>
          <div class="stack">
            ${this.numberField("index")} ${FILES.map((kind) => this.fileField(kind, labels[kind]))}
          </div>
        </div>
      </details>
    </form>`;
  }

  get subject() {
    return /** @type {HTMLInputElement | null} */ (this.querySelector("#about"));
  }

  /** @param {NumberField} name */
  numberField(name) {
    const { least, most, step } = NUMBERS[name];
    const isWrong = this.wrong.includes(name);
    return html`<div class="field">
      <label for=${name}>${labels[name]}</label>
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
      <p class="hint" id=${`${name}-hint`}>${labels[`${name}Hint`]}</p>
      ${isWrong ? html`<p class="alarm small" id=${`${name}-wrong`} role="alert">${labels[`${name}Wrong`]}</p>` : ""}
    </div>`;
  }

  /** @param {Kind} kind @param {string} label */
  fileField(kind, label) {
    const given = this.files[kind] ?? [];
    return html`<div class="row">
      <label class="button small"
        >${label}<input
          class="unseen"
          type="file"
          ?multiple=${kind !== "trust"}
          @change=${(/** @type {Event} */ event) => {
            const input = /** @type {HTMLInputElement} */ (event.target);
            this.files = { ...this.files, [kind]: [...(input.files ?? [])] };
            // Lets the user choose the same file again.
            input.value = "";
          }}
      /></label>
      ${
        given.length === 0
          ? ""
          : html`<span class="soft">${labels.chosen(given.length)}</span>
              <button
                class="quiet"
                type="button"
                @click=${(/** @type {Event} */ event) => {
                  const row = /** @type {Element} */ (event.target).closest(".row");
                  row?.querySelector("input")?.focus();
                  this.files = { ...this.files, [kind]: [] };
                }}
              >
                ${labels.clear}
              </button>`
      }
    </div>`;
  }

  /** Reports the current settings. */
  emitSettings() {
    const form = new FormData(/** @type {HTMLFormElement} */ (this.querySelector("form")));
    const said = (/** @type {string} */ name) => String(form.get(name) ?? "").trim();
    const { trust: [trustFile] = [], ...chosen } = this.files;
    // An empty file is an invalid trust file; an empty field is no setting.
    const trust = trustFile ?? (said("trust") || undefined);
    const subject = said("subject");
    const number = (/** @type {NumberField} */ name) =>
      /** @type {HTMLInputElement} */ (this.querySelector(`#${name}`));
    // Invalid numbers are errors; they are not ignored.
    this.wrong = /** @type {NumberField[]} */ (Object.keys(NUMBERS)).filter(
      (name) => !number(name).validity.valid,
    );
    const [days, index] = [number("maxAge").valueAsNumber, number("index").valueAsNumber];
    const require = /** @type {Step[]} */ (form.getAll("require").map(String));
    const files = Object.entries(chosen).filter(([, files]) => files.length > 0);
    /** @type {VerifyOptions} */
    const options = {
      require,
      ...(trust !== undefined && { trust }),
      ...(subject && { subject }),
      ...(!Number.isNaN(days) && { maxAge: Math.round(days * DAY) }),
      ...(!Number.isNaN(index) && { index }),
      ...Object.fromEntries(files),
    };
    this.emit("settings", /** @type {Settings} */ ({ options, wrong: this.wrong.length > 0 }));
  }

  /** Opens "More options" if an error concerns a field there. @param {string} code */
  openFieldOfError(code) {
    const folded = this.querySelector("details");
    if (folded && FOLDED.test(code)) folded.open = true;
  }

  /** Fills in the signer and the agent of a file. @param {import("../parts/fetch-file.js").LinkOptions} options */
  fillSignerAndAgent({ trust = "", subject = "" }) {
    const fields = /** @type {HTMLFormElement} */ (this.querySelector("form")).elements;
    for (const [name, value] of Object.entries({ trust, subject }))
      /** @type {HTMLInputElement} */ (fields.namedItem(name)).value = value;
    this.files = { ...this.files, trust: [] };
    this.emitSettings();
  }

  /** Moves the focus to the first invalid field. */
  focusInvalid() {
    this.focusField(this.querySelector('[aria-invalid="true"]'));
  }
}

defineElement("pm-verify-form", Form);
