// Shows the verdict on an agent's newest run, which it verifies when it is shown.

import { Task } from "@lit/task";
import { html } from "lit";

import { Element, defineElement } from "../element.js";
import { verdictChip } from "../parts/verdict-chip.js";
import { text } from "../text.js";
import { checkAgent } from "./check.js";

class AgentVerdict extends Element {
  static properties = { agent: { attribute: false } };

  #check = new Task(this, {
    args: () => [this.agent?.id, this.agent?.at],
    task: ([id, at]) => (id && at ? checkAgent(id, at) : undefined),
  });

  constructor() {
    super();
    /** @type {import("./agents.js").Agent | undefined} */
    this.agent = undefined;
  }

  render() {
    if (!this.agent?.at) return html`<span class="soft">${text.none}</span>`;
    return this.#check.render({
      pending: () => verdictChip(undefined),
      complete: (check) => verdictChip(check),
      error: () => html`<span class="soft">${text.registry.notChecked}</span>`,
    });
  }
}

defineElement("pm-agent-verdict", AgentVerdict);
