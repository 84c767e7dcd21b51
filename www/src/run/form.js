// Whom to ask, and what.

import { html } from "lit";
import { subjectOf } from "proofmark";

import { Element, define } from "../element.js";
import { plain } from "../parts/excerpt.js";
import { refusal } from "../parts/refusal.js";
import { text } from "../text.js";
import { headersOf } from "./headers.js";
import { OPTIONS, OPTIONS_OF, apart } from "./plan.js";

/** @typedef {import("./plan.js").Plan} Plan */
/** @typedef {import("./plan.js").PlanTarget} PlanTarget */
/** @typedef {import("proofmark").Protocol} Protocol */

const words = text.run;
const MOST_RUNS = 1000;
const MOST_SECONDS = 600;
const MOST_AT_A_TIME = 64;

/** The code of a target that has no id by itself. */
const UNNAMED = "exchange.subject";

/** The fields that refusals of the core are about, by their codes. */
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
    hindrance: { attribute: false },
    starting: { attribute: false },
    from: { state: true },
    protocol: { state: true },
    wrong: { state: true },
  };

  constructor() {
    super();
    /** @type {import("./fleet.js").SampleAgent[]} */
    this.fleet = [];
    /** Why what was asked for was not begun. @type {import("../parts/refused.js").Refused | undefined} */
    this.refused = undefined;
    /** The same, in words of this page. */
    this.hindrance = "";
    /** Whether it is about to begin. */
    this.starting = false;
    /** @type {"endpoint" | "fleet"} */
    this.from = "endpoint";
    /** @type {Protocol} */
    this.protocol = "auto";
    /** What is wrong, by field. @type {Record<string, string>} */
    this.wrong = {};
    /** Whether anything was entered. */
    this.begun = false;
  }

  /** @param {Map<string, unknown>} changed */
  willUpdate(changed) {
    // Whoever has begun to fill in the form is not moved elsewhere.
    if (changed.has("fleet") && this.fleet.length > 0 && !this.begun) this.from = "fleet";
    if (changed.has("refused") && this.refused) this.wrong = this.blamed(this.refused);
  }

  /** @param {Map<string, unknown>} changed */
  updated(changed) {
    if (!changed.has("refused") || !this.refused) return;
    if (this.refused.code === UNNAMED) this.proposeSubject();
    this.toWrong();
  }

  /** Fills in a name for the agent, for the user to change or accept. */
  proposeSubject() {
    const form = new FormData(/** @type {HTMLFormElement} */ (this.querySelector("form")));
    /** @type {HTMLInputElement | null} */
    const field = this.querySelector('[name="subject"]');
    if (field === null || field.value !== "") return;
    field.value = defaultSubject(this.typed((name) => String(form.get(name) ?? "").trim()));
    field.select();
  }

  /** What was refused, at its field if it has one. @param {import("../parts/refused.js").Refused} refused @returns {Record<string, string>} */
  blamed({ code, message }) {
    if (code === UNNAMED) return { subject: words.subjectNeeded };
    const [thing = ""] = message.split(":");
    const field = FIELD_OF[code] ?? thing;
    const found = this.querySelector(`.field [name="${CSS.escape(field)}"]`);
    return found && !found.closest("[hidden]")
      ? { [field]: plain(text.refusal(code, message), 1000) }
      : {};
  }

  /** To the first field that is wrong, or to what was refused of all of them. */
  toWrong() {
    const [field] = this.querySelectorAll('[aria-invalid="true"], .notice.bad');
    this.focusOn(field);
  }

  /** Takes secrets out of the form. @param {(name: string) => boolean} isSecret */
  forget(isSecret) {
    for (const name of ["headers", "endpoint", "agentUrl"]) {
      /** @type {HTMLInputElement | null} */
      const field = this.querySelector(`[name="${name}"]`);
      if (field === null) continue;
      field.value = name === "headers" ? "" : withoutSecret(field.value, isSecret);
    }
  }

  render() {
    return html`<form
      class="sheet stack-l"
      novalidate
      @submit=${this.submit}
      @input=${() => (this.begun = true)}
    >
      ${this.fleet.length === 0 ? "" : this.choice()} ${this.from === "fleet" ? this.agents() : ""}
      ${this.endpoint()}
      <div class="fields">
        <fieldset>
          <legend>${words.familiesTitle}</legend>
          ${
            /** @type {const} */ (["math", "science"]).map(
              (family) =>
                html`<label class="pick"
                  ><input
                    type="checkbox"
                    name="family"
                    value=${family}
                    checked
                    aria-invalid=${"family" in this.wrong}
                    aria-describedby="family-wrong"
                  />
                  <span
                    >${text.families[family]}
                    <span class="soft">${words.familyAbout[family]}</span></span
                  ></label
                >`,
            )
          }
          ${this.problem("family")}
        </fieldset>
        ${this.field("runs", words.perFamily, html`<input id="runs" name="runs" type="number" min="1" max=${MOST_RUNS} value="5" inputmode="numeric" aria-invalid=${"runs" in this.wrong} aria-describedby="runs-wrong" />`)}
      </div>
      <details>
        <summary>${words.more}</summary>
        <div class="fields settings">
          ${this.secrets()}
          ${this.field(
            "policy",
            words.policy,
            html`<select id="policy" name="policy" aria-describedby="policy-hint">
              <option value="literal">${words.policies.literal}</option>
              <option value="committed">${words.policies.committed}</option>
            </select>`,
            words.policyHint,
          )}
          ${this.field(
            "budget",
            words.budget,
            html`<input
              id="budget"
              name="budget"
              type="number"
              min="1"
              max=${MOST_SECONDS}
              value=${this.from === "fleet" ? 2 : 25}
              aria-invalid=${"budget" in this.wrong}
              aria-describedby="budget-wrong"
            />`,
          )}
          ${this.field("seed", words.seed, html`<input id="seed" name="seed" autocomplete="off" spellcheck="false" aria-invalid=${"seed" in this.wrong} aria-describedby="seed-hint seed-wrong" />`, words.seedHint)}
          ${
            this.from === "fleet"
              ? this.field(
                  "concurrency",
                  words.concurrency,
                  html`<input
                    id="concurrency"
                    name="concurrency"
                    type="number"
                    min="1"
                    max=${MOST_AT_A_TIME}
                    value="8"
                    aria-invalid=${"concurrency" in this.wrong}
                    aria-describedby="concurrency-wrong"
                  />`,
                )
              : ""
          }
        </div>
      </details>
      ${this.refused && Object.keys(this.wrong).length === 0 ? refusal(words.refused, this.refused) : ""}
      ${this.hindrance ? html`<p class="notice bad" role="alert">${this.hindrance}</p>` : ""}
      <div class="row">
        <button class="main" type="submit">${this.starting ? words.starting : words.start}</button>
      </div>
    </form>`;
  }

  choice() {
    return html`<fieldset>
      <legend>${words.whom}</legend>
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
                />${from === "fleet" ? words.fleet : words.oneEndpoint}</label
              >`,
          )
        }
      </div>
    </fieldset>`;
  }

  agents() {
    return html`<fieldset>
      <legend>${words.agents}</legend>
      <p class="hint">${words.fleetAbout}</p>
      <div class="agents">
        ${this.fleet.map(
          ({ name, does }) =>
            html`<label class="pick"
              ><input
                type="checkbox"
                name="agent"
                value=${name}
                checked
                aria-invalid=${"agent" in this.wrong}
                aria-describedby="agent-wrong"
              />
              <span><strong>${name}</strong> <span class="soft">${does}</span></span></label
            >`,
        )}
      </div>
      ${this.problem("agent")}
    </fieldset>`;
  }

  /** What is asked of an endpoint alone is hidden and not taken away, so that what was typed stays where it was. */
  endpoint() {
    return html`<div class="stack-l" ?hidden=${this.from === "fleet"}>
      <div class="fields endpoint">
        ${this.field(
          "endpoint",
          words.endpoint,
          html`<input
            id="endpoint"
            name="endpoint"
            type="url"
            autocomplete="url"
            spellcheck="false"
            aria-invalid=${"endpoint" in this.wrong}
            aria-describedby="endpoint-hint endpoint-wrong"
          />`,
          words.endpointHint,
        )}
        ${this.field(
          "protocol",
          words.protocol,
          html`<select
            id="protocol"
            name="protocol"
            @change=${(/** @type {Event} */ event) =>
              (this.protocol = /** @type {Protocol} */ (
                /** @type {HTMLSelectElement} */ (event.target).value
              ))}
          >
            ${Object.entries(words.protocols).map(
              ([name, title]) =>
                html`<option value=${name} ?selected=${name === this.protocol}>${title}</option>`,
            )}
          </select>`,
        )}
      </div>
      <div class="fields" ?hidden=${OPTIONS_OF[this.protocol].length === 0}>
        ${OPTIONS.map((name) => this.option(name))}
      </div>
    </div>`;
  }

  /** @param {(typeof OPTIONS)[number]} name */
  option(name) {
    const hints = /** @type {Record<string, string>} */ (/** @type {unknown} */ (words));
    return this.field(
      name,
      hints[name] ?? name,
      html`<input
        id=${name}
        name=${name}
        autocomplete="off"
        spellcheck="false"
        aria-invalid=${name in this.wrong}
        aria-describedby=${`${name}-hint ${name}-wrong`}
      />`,
      hints[`${name}Hint`],
      !OPTIONS_OF[this.protocol].includes(name),
    );
  }

  secrets() {
    const hidden = this.from === "fleet";
    return html`${this.field("subject", words.subject, html`<input id="subject" name="subject" autocomplete="off" spellcheck="false" aria-invalid=${"subject" in this.wrong} aria-describedby="subject-hint subject-wrong" />`, words.subjectHint, hidden)}
    ${this.field(
      "headers",
      words.headers,
      html`<textarea
        id="headers"
        name="headers"
        autocomplete="off"
        spellcheck="false"
        aria-invalid=${"headers" in this.wrong}
        aria-describedby="headers-hint headers-wrong"
      ></textarea>`,
      words.headersHint,
      hidden,
    )}`;
  }

  /** @param {string} name @param {string} label @param {unknown} control @param {string} [hint] @param {boolean} [hidden] */
  field(name, label, control, hint, hidden = false) {
    return html`<div class="field ${name}" ?hidden=${hidden}>
      <label for=${name}>${label}</label>
      ${control} ${hint ? html`<p class="hint" id=${`${name}-hint`}>${hint}</p>` : ""}
      ${this.problem(name)}
    </div>`;
  }

  /** @param {string} name */
  problem(name) {
    return name in this.wrong
      ? html`<p class="alarm small" id=${`${name}-wrong`} role="alert">${this.wrong[name]}</p>`
      : "";
  }

  /** @param {SubmitEvent} event */
  async submit(event) {
    event.preventDefault();
    const form = new FormData(/** @type {HTMLFormElement} */ (event.target));
    const said = (/** @type {string} */ name) => String(form.get(name) ?? "").trim();
    /** @type {Record<string, string>} */
    const wrong = {};
    const families = /** @type {import("proofmark").Family[]} */ (
      form.getAll("family").map(String)
    );
    if (families.length === 0) wrong.family = words.familiesMissing;
    const runs = Number(said("runs"));
    if (!Number.isInteger(runs) || runs < 1 || runs > MOST_RUNS) wrong.runs = words.runsWrong;
    const budget = Number(said("budget"));
    if (!(budget >= 1 && budget <= MOST_SECONDS)) wrong.budget = words.budgetWrong;
    const concurrency = form.has("concurrency") ? Number(said("concurrency")) : 1;
    if (!Number.isInteger(concurrency) || concurrency < 1 || concurrency > MOST_AT_A_TIME)
      wrong.concurrency = words.concurrencyWrong;
    // The sample fleet is asked without what is hidden then.
    const { headers, wrong: bad } = headersOf(this.from === "fleet" ? "" : said("headers"));
    if (bad !== undefined) wrong.headers = bad;
    const targets = this.from === "fleet" ? this.chosen(form) : [this.typed(said)];
    if (targets.length === 0) wrong.agent = words.agentsMissing;
    if (this.from === "endpoint" && said("endpoint") === "") wrong.endpoint = words.endpointMissing;
    this.wrong = wrong;
    if (Object.keys(wrong).length > 0) {
      await this.updateComplete;
      this.toWrong();
      return;
    }
    const policy = said("policy") === "committed" ? "committed" : "literal";
    const options = {
      families,
      runs,
      policy: /** @type {import("proofmark").Policy} */ (policy),
      budget: Math.round(1000 * budget),
      concurrency,
    };
    const plan = {
      targets,
      options,
      fleet: this.from === "fleet",
      headers: Object.keys(headers).length > 0,
    };
    const name =
      this.from === "fleet"
        ? words.sampleName
        : (targets[0]?.subject ?? withoutQuery(said("endpoint")));
    this.tell("wanted", /** @type {Wanted} */ ({ name, plan, seed: said("seed"), headers }));
  }

  /** @param {FormData} form */
  chosen(form) {
    const names = new Set(form.getAll("agent"));
    return this.fleet
      .filter(({ name }) => names.has(name))
      .map(({ name, url, protocol }) => ({ endpoint: url, subject: name, protocol }));
  }

  /** @param {(name: string) => string} said @returns {Omit<PlanTarget, "seed">} */
  typed(said) {
    const given = ["subject", ...OPTIONS_OF[this.protocol]]
      .map((name) => [name, said(name)])
      .filter(([, value]) => value !== "");
    return { endpoint: said("endpoint"), protocol: this.protocol, ...Object.fromEntries(given) };
  }
}

/** An address as a name: its query may hold a key. @param {string} url */
const withoutQuery = (url) =>
  URL.canParse(url) ? new URL(url).origin + new URL(url).pathname : url.replace(/[?#].*/s, "");

/**
 * The id of a target by what may stand in a record; empty if there is none.
 *
 * @param {Omit<PlanTarget, "seed">} target
 */
function defaultSubject({ jsonBody: _, ...target }) {
  const { endpoint, agentUrl } = target;
  const agent = agentUrl === undefined ? {} : { agentUrl: withoutQuery(agentUrl) };
  try {
    return subjectOf({ ...target, ...agent, endpoint: withoutQuery(endpoint) }).id;
  } catch {
    return "";
  }
}

/** An address without a query that holds a secret. @param {string} endpoint @param {(name: string) => boolean} isSecret */
const withoutSecret = (endpoint, isSecret) => apart({ endpoint }, isSecret).target.endpoint;

define("pm-run-form", Form);
