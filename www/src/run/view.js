// The Run view: the form, and the run in progress.

import "../style/run.css";
import "../style/evidence.css";
import "../style/table.css";
import "../parts/evidence.js";
import "./connection-help.js";
import "./form.js";
import "./unfinished-runs.js";

import { Task, TaskStatus, initialState } from "@lit/task";
import { html } from "lit";
import { freshSeed, isSecretHeader, ready } from "proofmark";

import { Element, defineElement } from "../element.js";
import { truncateMiddle } from "../parts/truncate.js";
import { RefreshController } from "../parts/refresh-controller.js";
import { toErrorInfo } from "../parts/error-info.js";
import { safeFileName, download } from "../parts/download.js";
import { handOver } from "../handover.js";
import { replaceRoute, routeTo } from "../route.js";
import { uniqueNames } from "../store/unique-names.js";
import { listEntries, readEntry, freshId, runsInProgress } from "../store/store.js";
import { text } from "../text.js";
import { findSampleAgents } from "./sample-agents.js";
import { addressesWithQueries, splitSecrets } from "./plan.js";
import { runView } from "./run-view.js";
import { Session } from "./session.js";
import { findTargetError } from "./dry-run.js";

const labels = text.run;

/** The number of replies shown at first. */
const REPLIES_AT_FIRST = 20;

/** @typedef {import("../store/store.js").Entry} Entry */

export class Run extends Element {
  static properties = {
    item: { attribute: false },
    fleet: { state: true },
    session: { state: true },
    unfinished: { state: true },
    most: { state: true },
    refused: { state: true },
    hint: { state: true },
    starting: { state: true },
  };

  /** The stored run that the address names. */
  #linked = new Task(this, {
    args: () => [this.session ? "" : this.item],
    task: ([id = ""]) => (id === "" ? initialState : readEntry(id)),
  });

  constructor() {
    super();
    /** The id of a stored run in the address. */
    this.item = "";
    /** The sample agents; undefined until they are known. @type {import("./sample-agents.js").SampleAgent[] | undefined} */
    this.fleet = undefined;
    /** @type {Session | undefined} */
    this.session = undefined;
    /** @type {Entry[]} */
    this.unfinished = [];
    this.most = REPLIES_AT_FIRST;
    /** The error that kept the run from starting. @type {import("../parts/error-info.js").ErrorInfo | undefined} */
    this.refused = undefined;
    /** An error of this page instead of the core, as text. */
    this.hint = "";
    /** True while a run is being started. */
    this.starting = false;
    /** True if one of the run's controls has the focus. */
    this.hadFocus = false;
    /** Warns before leaving a run that is neither stored nor downloaded. */
    this.warn = (/** @type {Event} */ event) => {
      const { stored, done, saved } = this.session ?? { stored: true, done: 0, saved: 0 };
      if (!stored && done > saved) event.preventDefault();
    };
    new RefreshController(this, () => this.loadUnfinished());
  }

  connectedCallback() {
    super.connectedCallback();
    window.addEventListener("beforeunload", this.warn);
    void findSampleAgents().then((agents) => (this.fleet = agents));
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    window.removeEventListener("beforeunload", this.warn);
  }

  async loadUnfinished() {
    const [all, running] = await Promise.all([listEntries().catch(() => []), runsInProgress()]);
    this.unfinished = all.filter(
      ({ id, plan, complete }) => plan !== undefined && !complete && !running.has(id),
    );
  }

  /** @param {CustomEvent<import("./form.js").Wanted>} event */
  async onStartRequested({ detail }) {
    if (this.starting) return;
    this.starting = true;
    this.refused = undefined;
    const isReady = await isCoreReady();
    this.hint = isReady ? "" : labels.notLoaded;
    try {
      if (isReady) await this.startRun(detail);
    } catch (error) {
      this.refused = toErrorInfo(error);
    }
    this.starting = false;
  }

  /** Starts the run, unless the core rejects it. @param {import("./form.js").Wanted} wanted */
  async startRun({ name, plan, seed, headers }) {
    const whole = plan.targets.map((target) => ({ ...target, seed: seed || freshSeed() }));
    this.refused = await findTargetError(whole, headers, plan.options);
    const [free = name] = await uniqueNames([name]);
    // The user may have resumed another run meanwhile.
    if (this.refused !== undefined || this.session !== undefined) return;
    /** @type {import("./plan.js").Queries} */
    const queries = {};
    const targets = whole.map((wanted) => {
      const { target, queries: secret } = splitSecrets(wanted, isSecretHeader);
      // Only a single endpoint has queries.
      Object.assign(queries, secret);
      return target;
    });
    /** @type {Entry & { plan: import("./plan.js").Plan }} */
    const entry = {
      ...newEntry(free),
      plan: { ...plan, targets, queries: addressesWithQueries(queries) },
    };
    /** @type {import("./form.js").Form | null} */ (
      this.querySelector("pm-run-form")
    )?.clearSecrets(isSecretHeader);
    this.startSession(entry, { headers, queries });
  }

  /** @param {Entry} entry @param {import("./plan.js").Secrets} secrets */
  startSession(entry, secrets) {
    if (entry.plan === undefined) return;
    this.most = REPLIES_AT_FIRST;
    const before = this.session?.entry.id === entry.id ? this.session : undefined;
    this.session = new Session({ ...entry, plan: entry.plan });
    // If storage is full, the earlier session has more lines.
    if (before?.stored === false)
      Object.assign(this.session, { earlierFile: before.toFile(), stored: false });
    let waiting = false;
    this.session.addEventListener("change", () => {
      if (waiting) return;
      waiting = true;
      requestAnimationFrame(() => {
        waiting = false;
        this.requestUpdate();
      });
    });
    void this.session.runLocked(secrets).then(() => this.loadUnfinished());
    replaceRoute(routeTo("run", entry.id));
    void this.focusTitle();
  }

  /**
   * Starts a run with the same questions.
   *
   * @param {Entry} entry a complete run
   * @param {import("./plan.js").Secrets} secrets
   */
  async runAgain(entry, secrets) {
    const [name = entry.name] = await uniqueNames([entry.name]);
    const { id: previous, plan } = entry;
    this.startSession({ ...newEntry(name), plan, previous }, secrets);
  }

  willUpdate() {
    this.hadFocus = this.querySelector(".controls")?.contains(document.activeElement) ?? false;
  }

  /** @param {Map<string, unknown>} changed */
  updated(changed) {
    if (changed.has("session"))
      this.emit("named", { view: "run", name: this.session?.entry.name ?? "" });
    // Moves the focus to the control that replaced the focused one.
    if (this.hadFocus && document.activeElement === document.body)
      /** @type {HTMLElement | null} */ (this.querySelector(".controls > *"))?.focus();
  }

  /** Moves the focus to the title, because the focused element is gone. */
  async focusTitle() {
    await this.updateComplete;
    /** @type {HTMLElement | null} */ (this.querySelector("h1"))?.focus();
  }

  render() {
    // The form is hidden, to keep what was entered.
    return html`<div class="stack-xl">
      ${this.session ? runView(this, this.session) : html`${this.intro()} ${this.linkedRun()} ${this.unfinishedRuns()}`}
      ${this.fleet ? this.runForm(this.fleet) : ""}
    </div>`;
  }

  /** @param {import("./sample-agents.js").SampleAgent[]} fleet */
  runForm(fleet) {
    return html`<pm-run-form
      ?hidden=${this.session !== undefined}
      .fleet=${fleet}
      .refused=${this.refused}
      .hint=${this.hint}
      .starting=${this.starting}
      @wanted=${this.onStartRequested}
    ></pm-run-form>`;
  }

  intro() {
    return html`<header class="stack">
      <h1 tabindex="-1">${labels.title}</h1>
      <p class="lede">${labels.lede}</p>
      <p class="row">
        ${Object.entries(labels.verbs).map(([view, verb]) => html`<a href=${routeTo(view)}>${verb}</a>`)}
      </p>
    </header>`;
  }

  unfinishedRuns() {
    return html`<pm-unfinished
      .entries=${this.unfinished}
      first=${this.item}
      @resume=${this.resumeRun}
    ></pm-unfinished>`;
  }

  /** Shows where to find the run in the address, unless it can be resumed. */
  linkedRun() {
    const { status, value } = this.#linked;
    if (status !== TaskStatus.COMPLETE) return "";
    if (value === undefined)
      return html`<p class="notice" role="status">${text.results.notHere}</p>`;
    return value.complete
      ? html`<p class="notice" role="status">
          <bdi>${labels.complete(truncateMiddle(value.name, 80))}</bdi>
          <a href=${routeTo("results", value.id)}>${labels.open}</a>
          ${
            needsSecrets(value)
              ? ""
              : html`<button class="quiet" @click=${() => this.runAgain(value, NO_SECRETS)}>
                  ${labels.again}
                </button>`
          }
        </p>`
      : "";
  }

  /** @param {CustomEvent<{ entry: Entry, secrets: import("./plan.js").Secrets }>} event */
  async resumeRun({ detail: { entry, secrets } }) {
    const isReady = await isCoreReady();
    this.hint = isReady ? "" : labels.notLoaded;
    if (isReady && this.session === undefined && !this.starting) this.startSession(entry, secrets);
  }

  /** Passes a run that is not stored to Results. @param {Event} event @param {Session} session */
  openResults(event, session) {
    if (session.stored) return;
    event.preventDefault();
    handOver(new File([session.toFile()], `${safeFileName(session.entry.name)}.ndjson`), "results");
  }

  /** @param {Session} session */
  downloadRecords(session) {
    download(session.toFile(), `${safeFileName(session.entry.name)}.ndjson`);
    session.saved = session.done;
  }

  leaveRun() {
    this.session = undefined;
    replaceRoute(routeTo("run"));
    void this.loadUnfinished();
    void this.focusTitle();
  }
}

/** The secrets of a run that needs none. */
const NO_SECRETS = { headers: undefined, queries: {} };

/** Reports whether a run needs headers or queries that are not stored. @param {Entry} entry */
const needsSecrets = ({ plan }) =>
  plan === undefined || plan.headers || (plan.queries ?? []).length > 0;

/** Returns the entry of a new run. @param {string} name */
const newEntry = (name) => ({
  id: freshId(),
  name,
  changed: Date.now(),
  complete: false,
  bytes: 0,
  records: 0,
});

/** Reports whether the core is ready. A failed load is tried again on the next call. */
const isCoreReady = () =>
  ready().then(
    () => true,
    () => false,
  );

defineElement("pm-run", Run);
