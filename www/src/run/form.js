// The form for a new run.

import { html } from "lit";

import { Element, defineElement } from "../element.js";
import { toOneLine } from "../parts/excerpt.js";
import { errorNotice } from "../parts/error-notice.js";
import { text } from "../text.js";
import { OPTIONS, OPTIONS_OF } from "./plan.js";
import { defaultSubject, removeQuery, removeSecretQuery } from "./target-names.js";
import { KEY_HEADERS, MAX_CONCURRENCY, MAX_QUESTIONS, MAX_SECONDS, readForm } from "./read-form.js";

/** @typedef {import("./plan.js").Plan} Plan */
/** @typedef {import("./plan.js").PlanTarget} PlanTarget */
/** @typedef {import("proofmark").Protocol} Protocol */

const labels = text.run;
/** The sample agents that are chosen at first. */
const FIRST_AGENTS = ["honest", "verbose", "wrong"];

/** The error code of a target without an id. */
const NO_SUBJECT = "exchange.subject";

/** The fields that are cleared when a run starts. */
const KEPT_NOWHERE = new Set(["headers", "apiKey"]);

/** The fields that errors of the core concern, by code. */
const FIELD_OF = /** @type {Record<string, string>} */ ({
  "exchange.url": "endpoint",
  "exchange.header": "headers",
  "exchange.template": "jsonBody",
  "exchange.pointer": "replyPointer",
});

/** @typedef {{ name: string, plan: Omit<Plan, "targets"> & { targets: Omit<PlanTarget, "seed">[] }, seed: string, headers: Record<string, string> }} Wanted */

export class Form extends Element {
  static properties = {
    fleet: { attribute: false },
    refused: { attribute: false },
    hint: { attribute: false },
    starting: { attribute: false },
    from: { state: true },
    protocol: { state: true },
    errors: { state: true },
  };

  constructor() {
    super();
    /** @type {import("./sample-agents.js").SampleAgent[]} */
    this.fleet = [];
    /** The error that kept the run from starting. @type {import("../parts/error-info.js").ErrorInfo | undefined} */
    this.refused = undefined;
    /** An error of this page instead of the core, as text. */
    this.hint = "";
    /** True while the run is being started. */
    this.starting = false;
    /** @type {"endpoint" | "fleet"} */
    this.from = "endpoint";
    /** @type {Protocol} */
    this.protocol = "auto";
    /** The error texts, by field. @type {Record<string, string>} */
    this.errors = {};
  }

  /** @param {Map<string, unknown>} changed */
  willUpdate(changed) {
    if (changed.has("fleet") && this.fleet.length > 0) this.from = "fleet";
    if (changed.has("refused") && this.refused) this.errors = this.fieldErrors(this.refused);
  }

  /** @param {Map<string, unknown>} changed */
  updated(changed) {
    if (!changed.has("refused") || !this.refused) return;
    if (this.refused.code === NO_SUBJECT) this.suggestSubject();
    this.focusInvalid();
  }

  /** Suggests a name for the agent. */
  suggestSubject() {
    const form = new FormData(/** @type {HTMLFormElement} */ (this.querySelector("form")));
    /** @type {HTMLInputElement | null} */
    const field = this.querySelector('[name="subject"]');
    if (field === null || field.value !== "") return;
    field.value = defaultSubject(this.typedTarget((name) => String(form.get(name) ?? "").trim()));
    field.select();
  }

  /** Assigns an error to its field, if there is one. @param {import("../parts/error-info.js").ErrorInfo} refused @returns {Record<string, string>} */
  fieldErrors({ code, message }) {
    if (code === NO_SUBJECT) return { subject: labels.subjectNeeded };
    const [thing = ""] = message.split(":");
    const field = FIELD_OF[code] ?? thing;
    const found = this.querySelector(`.field [name="${CSS.escape(field)}"]`);
    return found && !found.closest("[hidden]")
      ? { [field]: toOneLine(text.refusal(code, message), 1000) }
      : {};
  }

  /** Moves the focus to the first invalid field or the error. */
  focusInvalid() {
    const [field] = this.querySelectorAll('[aria-invalid="true"], .notice.bad');
    this.focusField(field);
  }

  /** Removes secrets from the form. @param {(name: string) => boolean} isSecret */
  clearSecrets(isSecret) {
    for (const name of [...KEPT_NOWHERE, "endpoint", "agentUrl"]) {
      /** @type {HTMLInputElement | null} */
      const field = this.querySelector(`[name="${name}"]`);
      if (field === null) continue;
      field.value = KEPT_NOWHERE.has(name) ? "" : removeSecretQuery(field.value, isSecret);
    }
  }

  render() {
    return html`<form class="sheet stack-l" novalidate @submit=${this.submit}>
      ${this.fleet.length === 0 ? "" : this.targetChoice()}
      ${this.from === "fleet" ? this.agentsField() : ""} ${this.endpointFields()}
      <div class="fields">
        <fieldset>
          <legend>${labels.familiesTitle}</legend>
          ${
            /** @type {const} */ (["math", "science"]).map(
              (family) =>
                html`<label class="pick"
                  ><input
                    type="checkbox"
                    name="family"
                    value=${family}
                    checked
                    aria-invalid=${"family" in this.errors}
                    aria-describedby="family-wrong"
                  />
                  <span
                    >${text.familyNames[family]}
                    <span class="soft">${labels.familyAbout[family]}</span></span
                  ></label
                >`,
            )
          }
          ${this.errorText("family")}
        </fieldset>
        ${this.textField("questions", labels.perFamily, html`<input id="questions" name="questions" type="number" min="1" max=${MAX_QUESTIONS} value="3" inputmode="numeric" aria-invalid=${"questions" in this.errors} aria-describedby="questions-wrong" />`)}
      </div>
      <details>
        <summary>${labels.more}</summary>
        <div class="fields settings">
          ${this.secretFields()}
          ${this.textField(
            "policy",
            labels.policy,
            html`<select id="policy" name="policy" aria-describedby="policy-hint">
              <option value="literal">${labels.policies.literal}</option>
              <option value="committed">${labels.policies.committed}</option>
            </select>`,
            labels.policyHint,
          )}
          ${this.textField(
            "budget",
            labels.budget,
            html`<input
              id="budget"
              name="budget"
              type="number"
              min="1"
              max=${MAX_SECONDS}
              value=${this.from === "fleet" ? 2 : 25}
              aria-invalid=${"budget" in this.errors}
              aria-describedby="budget-wrong"
            />`,
          )}
          ${this.textField("seed", labels.seed, html`<input id="seed" name="seed" autocomplete="off" spellcheck="false" aria-invalid=${"seed" in this.errors} aria-describedby="seed-hint seed-wrong" />`, labels.seedHint)}
          ${
            this.from === "fleet"
              ? this.textField(
                  "concurrency",
                  labels.concurrency,
                  html`<input
                    id="concurrency"
                    name="concurrency"
                    type="number"
                    min="1"
                    max=${MAX_CONCURRENCY}
                    value="8"
                    aria-invalid=${"concurrency" in this.errors}
                    aria-describedby="concurrency-wrong"
                  />`,
                )
              : ""
          }
        </div>
      </details>
      ${this.refused && Object.keys(this.errors).length === 0 ? errorNotice(labels.refused, this.refused) : ""}
      ${this.hint ? html`<p class="notice bad" role="alert">${this.hint}</p>` : ""}
      <div class="row start">
        <button class="main" type="submit">
          ${this.starting ? labels.starting : labels.start}
        </button>
      </div>
    </form>`;
  }

  targetChoice() {
    return html`<fieldset>
      <legend>${labels.whom}</legend>
      <div class="segments">
        ${
          /** @type {const} */ (["fleet", "endpoint"]).map(
            (from) =>
              html`<label
                ><input
                  type="radio"
                  name="from"
                  value=${from}
                  .checked=${this.from === from}
                  @change=${() => (this.from = from)}
                />${from === "fleet" ? labels.fleet : labels.oneEndpoint}</label
              >`,
          )
        }
      </div>
    </fieldset>`;
  }

  agentsField() {
    return html`<fieldset>
      <legend>${labels.agents}</legend>
      <p class="hint">${labels.fleetAbout}</p>
      <div class="choices">
        ${this.fleet.map(
          ({ name, does }) =>
            html`<label class="pick"
              ><input
                type="checkbox"
                name="agent"
                value=${name}
                ?checked=${FIRST_AGENTS.includes(name)}
                aria-invalid=${"agent" in this.errors}
                aria-describedby="agent-wrong"
              />
              <span><strong>${name}</strong> <span class="soft">${does}</span></span></label
            >`,
        )}
      </div>
      ${this.errorText("agent")}
    </fieldset>`;
  }

  /** Renders the fields of an endpoint. They are hidden rather than removed, to keep what was typed. */
  endpointFields() {
    return html`<div class="stack-l" ?hidden=${this.from === "fleet"}>
      <div class="fields endpoint">
        ${this.textField(
          "endpoint",
          labels.endpoint,
          html`<input
            id="endpoint"
            name="endpoint"
            type="url"
            autocomplete="url"
            spellcheck="false"
            aria-invalid=${"endpoint" in this.errors}
            aria-describedby="endpoint-hint endpoint-wrong"
          />`,
          labels.endpointHint,
        )}
        ${this.textField(
          "protocol",
          labels.protocol,
          html`<select
            id="protocol"
            name="protocol"
            @change=${(/** @type {Event} */ event) =>
              (this.protocol = /** @type {Protocol} */ (
                /** @type {HTMLSelectElement} */ (event.target).value
              ))}
          >
            ${Object.entries(labels.protocols).map(
              ([name, title]) =>
                html`<option value=${name} ?selected=${name === this.protocol}>${title}</option>`,
            )}
          </select>`,
        )}
      </div>
      <div class="fields" ?hidden=${OPTIONS_OF[this.protocol].length === 0}>
        ${OPTIONS.map((name) => this.optionField(name))}
        ${this.textField(
          "apiKey",
          labels.apiKey,
          html`<input
            id="apiKey"
            name="apiKey"
            type="password"
            autocomplete="off"
            aria-invalid=${"apiKey" in this.errors}
            aria-describedby="apiKey-hint apiKey-wrong"
          />`,
          labels.apiKeyHint,
          !(this.protocol in KEY_HEADERS),
        )}
      </div>
    </div>`;
  }

  /** @param {(typeof OPTIONS)[number]} name */
  optionField(name) {
    const hints = /** @type {Record<string, string>} */ (/** @type {unknown} */ (labels));
    return this.textField(
      name,
      hints[name] ?? name,
      html`<input
        id=${name}
        name=${name}
        autocomplete="off"
        spellcheck="false"
        aria-invalid=${name in this.errors}
        aria-describedby=${`${name}-hint ${name}-wrong`}
      />`,
      hints[`${name}Hint`],
      !OPTIONS_OF[this.protocol].includes(name),
    );
  }

  secretFields() {
    const hidden = this.from === "fleet";
    return html`${this.textField("subject", labels.subject, html`<input id="subject" name="subject" autocomplete="off" spellcheck="false" aria-invalid=${"subject" in this.errors} aria-describedby="subject-hint subject-wrong" />`, labels.subjectHint, hidden)}
    ${this.textField(
      "headers",
      labels.headers,
      html`<textarea
        id="headers"
        name="headers"
        autocomplete="off"
        spellcheck="false"
        aria-invalid=${"headers" in this.errors}
        aria-describedby="headers-hint headers-wrong"
      ></textarea>`,
      labels.headersHint,
      hidden,
    )}`;
  }

  /** @param {string} name @param {string} label @param {unknown} control @param {string} [hint] @param {boolean} [hidden] */
  textField(name, label, control, hint, hidden = false) {
    return html`<div class="field ${name}" ?hidden=${hidden}>
      <label for=${name}>${label}</label>
      ${control} ${hint ? html`<p class="hint" id=${`${name}-hint`}>${hint}</p>` : ""}
      ${this.errorText(name)}
    </div>`;
  }

  /** @param {string} name */
  errorText(name) {
    return name in this.errors
      ? html`<p class="alarm small" id=${`${name}-wrong`} role="alert">${this.errors[name]}</p>`
      : "";
  }

  /** @param {SubmitEvent} event */
  async submit(event) {
    event.preventDefault();
    const form = new FormData(/** @type {HTMLFormElement} */ (event.target));
    const isFleet = this.from === "fleet";
    const value = (/** @type {string} */ name) => String(form.get(name) ?? "").trim();
    const targets = isFleet ? this.chosenAgents(form) : [this.typedTarget(value)];
    const { errors, options, headers } = readForm(form, isFleet ? "auto" : this.protocol, isFleet);
    if (targets.length === 0) errors.agent = labels.agentsMissing;
    if (!isFleet && value("endpoint") === "") errors.endpoint = labels.endpointMissing;
    this.errors = errors;
    if (Object.keys(errors).length > 0) {
      await this.updateComplete;
      this.focusInvalid();
      return;
    }
    const plan = { targets, options, fleet: isFleet, headers: Object.keys(headers).length > 0 };
    const name = isFleet
      ? labels.sampleName
      : (targets[0]?.subject ?? removeQuery(value("endpoint")));
    this.emit("wanted", /** @type {Wanted} */ ({ name, plan, seed: value("seed"), headers }));
  }

  /** @param {FormData} form */
  chosenAgents(form) {
    const names = new Set(form.getAll("agent"));
    return this.fleet
      .filter(({ name }) => names.has(name))
      .map(({ name, url, protocol }) => ({ endpoint: url, subject: name, protocol }));
  }

  /** @param {(name: string) => string} value @returns {Omit<PlanTarget, "seed">} */
  typedTarget(value) {
    const given = ["subject", ...OPTIONS_OF[this.protocol]]
      .map((name) => [name, value(name)])
      .filter(([, value]) => value !== "");
    return { endpoint: value("endpoint"), protocol: this.protocol, ...Object.fromEntries(given) };
  }
}

defineElement("pm-run-form", Form);
