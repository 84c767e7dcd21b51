// The view Run: ask agents, and watch.

import "../style/run.css";
import "../style/evidence.css";
import "../style/table.css";
import "../parts/evidence.js";
import "./advice.js";
import "./form.js";

import { html } from "lit";
import { keyed } from "lit/directives/keyed.js";
import { repeat } from "lit/directives/repeat.js";
import { freshSeed, isSecretHeader, ready, subjectOf } from "proofmark";

import { Element, define } from "../element.js";
import { when } from "../format.js";
import { drawn } from "../parts/drawn.js";
import { isSecond, once } from "../parts/double.js";
import { plain } from "../parts/excerpt.js";
import { middle } from "../parts/middle.js";
import { outcomeBadge } from "../parts/outcome.js";
import { refusal } from "../parts/refusal.js";
import { Refreshed } from "../parts/refreshed.js";
import { refusedBy } from "../parts/refused.js";
import { fileNameOf, save } from "../parts/save.js";
import { handOver } from "../handover.js";
import { freeNames } from "../store/names.js";
import { entries, freshId, underWay } from "../store/store.js";
import { text } from "../text.js";
import { fleet } from "./fleet.js";
import { headersOf } from "./headers.js";
import { addressesOf, apart, queryOf } from "./plan.js";
import { agents, asking, overall } from "./progress.js";
import { HIDDEN } from "./reach.js";
import { Session } from "./session.js";
import { refusedAtOnce } from "./start.js";

const words = text.run;

/** How many replies are shown before anyone asks for more. */
const FEW = 20;

/** @typedef {import("../store/store.js").Entry} Entry */

class Run extends Element {
  static properties = {
    fleet: { state: true },
    session: { state: true },
    unfinished: { state: true },
    most: { state: true },
    wrong: { state: true },
    refused: { state: true },
    hindrance: { state: true },
    starting: { state: true },
  };

  constructor() {
    super();
    /** @type {import("./fleet.js").SampleAgent[]} */
    this.fleet = [];
    /** @type {Session | undefined} */
    this.session = undefined;
    /** @type {Entry[]} */
    this.unfinished = [];
    this.most = FEW;
    /** What is wrong with what was entered again for an unfinished run. */
    this.wrong = "";
    /** Why what the form asks for was not begun. @type {import("../parts/refused.js").Refused | undefined} */
    this.refused = undefined;
    /** What kept it from being begun, in words of this page. */
    this.hindrance = "";
    /** Whether what the form asks for is about to begin. */
    this.starting = false;
    /** Whether one of the controls of a run has the focus. */
    this.held = false;
    /** What nobody has anywhere else would be gone with the page. */
    this.warn = (/** @type {Event} */ event) => {
      const { kept, done, saved } = this.session ?? { kept: true, done: 0, saved: 0 };
      if (!kept && done > saved) event.preventDefault();
    };
    new Refreshed(this, () => this.list());
  }

  connectedCallback() {
    super.connectedCallback();
    window.addEventListener("beforeunload", this.warn);
    void fleet().then((agents) => (this.fleet = agents));
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    window.removeEventListener("beforeunload", this.warn);
  }

  async list() {
    const [all, busy] = await Promise.all([entries().catch(() => []), underWay()]);
    this.unfinished = all.filter(
      ({ id, plan, complete }) => plan !== undefined && !complete && !busy.has(id),
    );
  }

  /** @param {CustomEvent<import("./form.js").Wanted>} event */
  async begin({ detail }) {
    if (this.starting) return;
    this.starting = true;
    this.refused = undefined;
    const isReady = await started();
    this.hindrance = isReady ? "" : words.notLoaded;
    try {
      if (isReady) await this.tryOut(detail);
    } catch (error) {
      this.refused = refusedBy(error);
    }
    this.starting = false;
  }

  /** Begins the run, unless it is refused at once. @param {import("./form.js").Wanted} wanted */
  async tryOut({ name, plan, seed, headers }) {
    const whole = plan.targets.map((target) => ({ ...target, seed: seed || freshSeed() }));
    this.refused = await refusedAtOnce(whole, headers, plan.options);
    const [free = name] = await freeNames([name]);
    // One that was gone on with meanwhile stays: beside it, this one could not be stopped.
    if (this.refused !== undefined || this.session !== undefined) return;
    /** @type {import("./plan.js").Queries} */
    const queries = {};
    const targets = whole.map((wanted) => {
      const { target, queries: secret } = apart(wanted, isSecretHeader);
      // Of several, which are those of the fleet, none has any.
      Object.assign(queries, secret);
      return target;
    });
    /** @type {Entry & { plan: import("./plan.js").Plan }} */
    const entry = {
      id: freshId(),
      name: free,
      changed: Date.now(),
      complete: false,
      bytes: 0,
      records: 0,
      plan: { ...plan, targets, queries: addressesOf(queries) },
    };
    /** @type {import("./form.js").Form | null} */ (this.querySelector("pm-run-form"))?.forget(
      isSecretHeader,
    );
    this.go(entry, { headers, queries });
  }

  /** @param {Entry} entry @param {import("./plan.js").Secrets} secrets */
  go(entry, secrets) {
    if (entry.plan === undefined) return;
    this.most = FEW;
    const before = this.session?.entry.id === entry.id ? this.session : undefined;
    this.session = new Session({ ...entry, plan: entry.plan });
    // Where the store is full, the page has more.
    if (before?.kept === false) Object.assign(this.session, { before: before.file(), kept: false });
    let waiting = false;
    this.session.addEventListener("change", () => {
      if (waiting) return;
      waiting = true;
      requestAnimationFrame(() => {
        waiting = false;
        this.requestUpdate();
      });
    });
    void this.session.run(secrets).then(() => this.list());
    void this.toTitle();
  }

  willUpdate() {
    this.held = this.querySelector(".controls")?.contains(document.activeElement) ?? false;
  }

  /** @param {Map<string, unknown>} changed */
  updated(changed) {
    if (changed.has("session"))
      this.tell("named", { view: "run", name: this.session?.entry.name ?? "" });
    // The control that had the focus is there no more; another one stands in its place.
    if (this.held && document.activeElement === document.body)
      /** @type {HTMLElement | null} */ (this.querySelector(".controls > *"))?.focus();
  }

  /** What had the focus is gone. */
  async toTitle() {
    await this.updateComplete;
    /** @type {HTMLElement | null} */ (this.querySelector("h1"))?.focus();
  }

  render() {
    // The form stays meanwhile, with what was entered.
    return html`<div class="stack-xl">
      ${this.session ? this.underWay(this.session) : this.beginning()}
      <pm-run-form
        ?hidden=${this.session !== undefined}
        .fleet=${this.fleet}
        .refused=${this.refused}
        .hindrance=${this.hindrance}
        .starting=${this.starting}
        @wanted=${this.begin}
      ></pm-run-form>
      ${this.session || this.unfinished.length === 0 ? "" : this.resumable()}
    </div>`;
  }

  beginning() {
    return html`<header class="stack">
      <h1 tabindex="-1">${words.title}</h1>
      <p class="lede">${words.lede}</p>
    </header>`;
  }

  resumable() {
    return html`<section class="stack">
      <h2>${words.unfinished}</h2>
      <p class="soft">${words.unfinishedAbout}</p>
      ${this.wrong ? html`<p class="alarm" role="alert">${this.wrong}</p>` : ""}
      <ul class="stack">
        ${this.unfinished.map(
          (entry) =>
            html`<li class="sheet">
              <form
                class="row ends"
                @submit=${(/** @type {SubmitEvent} */ event) => this.again(event, entry)}
              >
                <span
                  ><strong><bdi>${middle(entry.name, 80)}</bdi></strong>
                  <span class="soft block">
                    ${words.progress(entry.progress?.done ?? 0, entry.progress?.all ?? 0)} ·
                    ${when(entry.changed)}
                  </span></span
                >
                ${
                  entry.plan?.headers
                    ? html`<label class="field grow"
                        ><span class="hint">${words.headersAgain}</span
                        ><textarea
                          name="headers"
                          rows="2"
                          required
                          autocomplete="off"
                          spellcheck="false"
                        ></textarea>
                      </label>`
                    : ""
                }
                ${(entry.plan?.queries ?? []).map(
                  (address) =>
                    html`<label class="field grow"
                      ><span class="hint">${words.queryAgain[address]}</span
                      ><input
                        name=${address}
                        type="password"
                        required
                        autocomplete="off"
                        spellcheck="false"
                      />
                    </label>`,
                )}
                <button type="submit">${words.resume}</button>
              </form>
            </li>`,
        )}
      </ul>
    </section>`;
  }

  /** @param {SubmitEvent} event @param {Entry} entry */
  async again(event, entry) {
    event.preventDefault();
    const form = new FormData(/** @type {HTMLFormElement} */ (event.target));
    const said = (/** @type {string} */ name) => String(form.get(name) ?? "");
    const { headers, wrong } = headersOf(said("headers"));
    /** @type {import("./plan.js").Queries} */
    const queries = {};
    const { plan } = entry;
    const lacking = plan?.headers && Object.keys(headers).length === 0;
    this.wrong = wrong ?? (lacking ? words.headersMissing : "");
    for (const address of plan?.queries ?? []) {
      const query = queryOf(said(address));
      if (query === undefined) this.wrong ||= words.queryWrong;
      else queries[address] = query;
    }
    if (this.wrong === "" && !(await started())) this.wrong = words.notLoaded;
    if (this.wrong === "" && this.session === undefined && !this.starting)
      this.go(entry, { headers: plan?.headers ? headers : undefined, queries });
  }

  /** What is not kept is handed over. @param {Event} event @param {Session} session */
  openResults(event, session) {
    if (session.kept) return;
    event.preventDefault();
    handOver(new File([session.file()], `${fileNameOf(session.entry.name)}.ndjson`), "results");
  }

  /** @param {Session} session */
  underWay(session) {
    const { state, entry } = session;
    const over = state === "done" || state === "stopped" || state === "failed";
    return html`<div class="stack-xl">
      <header class="stack">
        <h1 tabindex="-1"><bdi>${middle(entry.name, 80)}</bdi></h1>
        ${overall(session)}
        <div class="row controls" @keydown=${once}>
          ${over ? "" : html`<button @click=${() => session.stop()}>${words.stop}</button>`}
          ${
            state === "stopped" || state === "failed"
              ? html`<button
                  class="main"
                  @click=${(/** @type {MouseEvent} */ event) => isSecond(event) || this.go(entry, session.secrets)}
                >
                  ${words.resume}
                </button>`
              : ""
          }
          ${
            over && session.done > 0
              ? html`<a
                    class="button ${state === "done" ? "first" : ""}"
                    href=${`#/results/${entry.id}`}
                    @click=${(/** @type {Event} */ event) => this.openResults(event, session)}
                    >${words.open}</a
                  >
                  <button @click=${() => this.download(session)}>${words.download}</button>`
              : ""
          }
          ${over ? html`<button class="quiet" @click=${this.leave}>${words.another}</button>` : ""}
        </div>
        ${keeping(session, over)}
        ${refusal(words.failed, session.error === undefined ? null : refusedBy(session.error))}
        ${session.refused.map(({ endpoint, ...refused }) =>
          refusal(`${words.refused}: ${plain(endpoint, 120)}`, refused),
        )}
      </header>
      ${this.advice(session)} ${agents(session)} ${asking(session)} ${this.feed(session)}
    </div>`;
  }

  /** For each agent that the browser kept this page from, once. @param {Session} session */
  advice({ replies, entry, secrets }) {
    /** @type {Map<string, string>} */
    const causes = new Map();
    for (const { record } of replies) {
      const { cause } = record.data;
      if (cause !== undefined && HIDDEN.includes(cause)) causes.set(record.subject.id, cause);
    }
    const { targets, options } = entry.plan;
    const found = [...causes].flatMap(([subject, cause]) => {
      const target = targets.find((target) => (target.subject ?? idOf(target)) === subject);
      return target ? [{ target, cause }] : [];
    });
    return repeat(
      found.slice(0, 3),
      ({ target }) => target.endpoint,
      ({ target, cause }) =>
        html`<pm-advice
          .target=${target}
          .options=${options}
          .secrets=${secrets}
          cause=${cause}
        ></pm-advice>`,
    );
  }

  /** @param {Session} session */
  feed({ replies }) {
    if (replies.length === 0) return "";
    return html`<section class="stack">
      <div class="row ends">
        <h2>${words.feed}</h2>
        <span class="soft small">${words.feedAbout(Math.min(this.most, replies.length))}</span>
      </div>
      <p class="soft small">${words.legend}</p>
      <ol class="feed">
        ${repeat(
          replies.slice(0, this.most),
          ({ key }) => key,
          ({ key, record, question }, index) =>
            html`<li>
              <details ?open=${index === 0 && replies.length === 1}>
                <summary class="opens">
                  ${outcomeBadge(record.data.outcome)}
                  <span class="what"
                    ><bdi class="soft">${middle(record.subject.id, 40)}</bdi>
                    <bdi>${plain(record.data.questionId, 80)}</bdi></span
                  >
                  <bdi class="heard"
                    >${plain(typeof record.data.response === "string" ? record.data.response : (record.data.cause ?? ""), 120)}</bdi
                  >
                </summary>
                ${keyed(key, html`<pm-evidence .record=${record} .question=${question ?? drawn(record)}></pm-evidence>`)}
              </details>
            </li>`,
        )}
      </ol>
      ${
        replies.length > this.most
          ? html`<div class="row">
              <button @click=${() => (this.most = Infinity)}>
                ${words.feedMore(replies.length)}
              </button>
            </div>`
          : ""
      }
    </section>`;
  }

  /** @param {Session} session */
  download(session) {
    save(session.file(), `${fileNameOf(session.entry.name)}.ndjson`);
    session.saved = session.done;
  }

  leave() {
    this.session = undefined;
    void this.list();
    void this.toTitle();
  }
}

/** Where the run is kept, or that it is not. @param {Session} session @param {boolean} over */
function keeping({ elsewhere, done, kept }, over) {
  if (elsewhere) return html`<p class="notice" role="status">${words.elsewhere}</p>`;
  if (done === 0) return "";
  if (!kept) return html`<p class="notice" role="status">${words.notKept}</p>`;
  return over ? html`<p class="soft small">${words.kept}</p>` : "";
}

/** Whether what asks and grades is there; where it cannot be loaded it is asked for again. */
const started = () =>
  ready().then(
    () => true,
    () => false,
  );

/** The id of a target that has no name. @param {import("./plan.js").PlanTarget} target */
function idOf(target) {
  const { seed: _, ...asked } = target;
  return subjectOf(asked).id;
}

define("pm-run", Run);
