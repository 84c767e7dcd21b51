// Shows one record: the question, the reply with highlighted matches, and both readings with their
// reasons. The core must be ready.

import { html } from "lit";
import { explainCause, utf16Span } from "proofmark";

import { Element, defineElement } from "../element.js";
import { formatDuration, formatTime } from "../format.js";
import { text } from "../text.js";
import { toOneLine } from "./excerpt.js";
import { MORE, replyText } from "./reply-text.js";

/** @typedef {import("proofmark").SignalRecord} SignalRecord */
/** @typedef {import("proofmark").DrawnQuestion} DrawnQuestion */
/** @typedef {import("proofmark").StoredReading} StoredReading */

const labels = text.evidence;

/** Reports whether a value is present and was not withheld. @param {unknown} value */
const isShown = (value) =>
  value !== undefined && (value === null || typeof value !== "object" || Array.isArray(value));

class Evidence extends Element {
  static properties = {
    record: { attribute: false },
    question: { attribute: false },
    line: { type: Number },
    head: { state: true },
  };

  constructor() {
    super();
    /** @type {SignalRecord | undefined} */
    this.record = undefined;
    /** The question, if known. @type {DrawnQuestion | undefined} */
    this.question = undefined;
    /** The line in the file, if any. @type {number | undefined} */
    this.line = undefined;
    /** @type {number | undefined} */
    this.head = undefined;
  }

  /** @param {Map<string, unknown>} changed */
  willUpdate(changed) {
    if (changed.has("record")) this.head = undefined;
  }

  /** @param {string} cause */
  failureView(cause) {
    const { message = "" } = explainCause(cause) ?? {};
    return html`<span class="block">${toOneLine(message)}</span>
      <bdi class="code soft">${toOneLine(cause)}</bdi>`;
  }

  render() {
    if (this.record === undefined) return "";
    const { data, subject, fetchedAt } = this.record;
    return html`<dl class="evidence">
      ${this.rowView(labels.question, this.questionView())}
      ${this.rowView(labels.expected, this.valueOrWithheld(data.expected))}
      ${data.cause === undefined ? this.rowView(labels.reply, this.replyView()) : this.rowView(labels.noReply, this.failureView(data.cause))}
      ${this.readingView("literal")} ${this.readingView("committed")}
      ${data.compliance === undefined ? "" : this.rowView(labels.form, text.complianceNames[data.compliance])}
      ${this.rowView(
        labels.took,
        html`${formatDuration(data.latencyMs)}
          <span class="soft"
            >· ${labels.attempts(data.attempts.length)} · ${labels.score(data.score)}</span
          >`,
      )}
      ${this.rowView(
        labels.when,
        html`${formatTime(fetchedAt)}
          ${this.line ? html`<span class="soft">· ${text.line(this.line)}</span>` : ""}
          <bdi class="soft block">${toOneLine(subject.id)}</bdi>`,
      )}
      ${this.membersRow(labels.askedFor, subject, ["agent", "model", "tool"])}
      ${this.membersRow(labels.answeredBy, data.served ?? {}, ["model", "fingerprint", "version", "card"])}
    </dl>`;
  }

  /**
   * Renders a row with the present members of `object`.
   *
   * @param {string} title
   * @param {Record<string, any>} object
   * @param {(keyof typeof labels.names)[]} members
   */
  membersRow(title, object, members) {
    const there = members.filter((name) => object[name] !== undefined);
    if (there.length === 0) return "";
    const named = there.map(
      (name) =>
        html`<span class="block"
          ><span class="soft">${labels.names[name]}</span>
          <bdi>${toOneLine(object[name])}</bdi></span
        >`,
    );
    return this.rowView(title, named);
  }

  /** @param {unknown} name @param {unknown} content */
  rowView(name, content) {
    return html`<div>
      <dt>${name}</dt>
      <dd>${content}</dd>
    </div>`;
  }

  /** @param {unknown} value */
  valueOrWithheld(value) {
    return isShown(value)
      ? html`<bdi>${toOneLine(String(value))}</bdi>`
      : html`<span class="soft">${labels.withheld}</span>`;
  }

  questionView() {
    const id = html`<span class="soft block small"
      >${toOneLine(this.record?.data.questionId ?? "")}</span
    >`;
    if (this.question === undefined) return html`<span class="soft">${labels.notDrawn}</span>${id}`;
    return html`<span class="asked">${this.question.prompt}</span>${id}`;
  }

  replyView() {
    const response = this.record?.data.response;
    if (typeof response !== "string") return html`<span class="soft">${labels.withheld}</span>`;
    const marks = /** @type {const} */ (["literal", "committed"]).flatMap((kind) => {
      const span = this.record?.data[kind]?.span;
      if (!Array.isArray(span)) return [];
      const [start, end] = utf16Span(response, span);
      return [{ start, end, kind }];
    });
    return replyText(response, marks, {
      ...(this.head === undefined ? {} : { head: this.head }),
      more: () => (this.head = (this.head ?? 0) + MORE),
    });
  }

  /** @param {"literal" | "committed"} name */
  readingView(name) {
    const reading = this.record?.data[name];
    if (reading === undefined) return "";
    const rule = /** @type {Record<string, string>} */ (text.ruleDescriptions)[reading.rule];
    const why = rule ?? toOneLine(reading.rule);
    return this.rowView(
      html`<span class="key ${name}" title=${text.readingDescriptions[name]}
          >${text.readingNames[name]}</span
        >
        ${name === this.record?.data.terms.policy ? html`<span class="tag">${labels.scored}</span>` : ""}`,
      html`<strong
          >${reading.answer === null ? labels.noAnswer : this.valueOrWithheld(reading.answer)}</strong
        >
        <span>${reading.answer === null ? labels.whyNone(why) : labels.why(why)}</span>
        <span class="soft small">${toOneLine(reading.rule)}</span>`,
    );
  }
}

defineElement("pm-evidence", Evidence);
