// A uPlot chart in the page's colours, with its data as a table for screen readers.

import "uplot/dist/uPlot.min.css";

import { html } from "lit";
import uPlot from "uplot";

import { Element, defineElement } from "../element.js";
import { nextTask } from "../next-task.js";
import { text } from "../text.js";

const HEIGHT = 240;
const SMALL = 150;

/**
 * The content of a chart. `make` is called again whenever the colours change. `tip` describes the
 * point under the pointer, `choose` is called when it is clicked.
 *
 * @typedef {object} Drawing
 * @property {string} about A one-sentence description.
 * @property {string[]} head
 * @property {string[][]} rows
 * @property {(at: number) => string} tip
 * @property {(at: number) => void} [choose]
 * @property {(colours: Colours) => { options: Omit<uPlot.Options, "width" | "height">, data: uPlot.AlignedData }} make
 */

/** The colours and the font. `em` is the root font size in pixels. @typedef {{ accent: string, band: string, ink: string, soft: string, line: string, font: string, em: number }} Colours */

class Chart extends Element {
  static properties = { drawing: { attribute: false }, small: { type: Boolean } };

  constructor() {
    super();
    /** @type {Drawing | undefined} */
    this.drawing = undefined;
    /** True if several charts are shown side by side. */
    this.small = false;
    /** @type {uPlot | undefined} */
    this.plot = undefined;
    this.again = () => this.drawChart();
    this.sized = new ResizeObserver(() => this.fitToWidth());
  }

  connectedCallback() {
    super.connectedCallback();
    window.addEventListener("themechange", this.again);
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    window.removeEventListener("themechange", this.again);
    this.sized.disconnect();
    this.plot?.destroy();
    this.plot = undefined;
  }

  render() {
    if (this.drawing === undefined) return "";
    const { about, head, rows } = this.drawing;
    return html`<figure class="chart">
      <div
        class="plot ${this.small ? "small" : ""}"
        role="img"
        aria-label=${about}
        @click=${this.choosePoint}
      ></div>
      <p class="tip soft small" aria-hidden="true"></p>
      <details>
        <summary class="small">${text.results.figures}</summary>
        <div class="scroll" tabindex="0" role="group" aria-label=${text.results.figures}>
          <table>
            <thead>
              <tr>
                ${head.map((title) => html`<th scope="col">${title}</th>`)}
              </tr>
            </thead>
            <tbody>
              ${rows.map(
                (row) =>
                  html`<tr>
                    ${row.map((cell) => html`<td>${cell}</td>`)}
                  </tr>`,
              )}
            </tbody>
          </table>
        </div>
      </details>
    </figure>`;
  }

  async updated() {
    // Drawing gets a task of its own, to keep tasks short.
    await nextTask();
    if (this.isConnected) this.drawChart();
  }

  get place() {
    return /** @type {HTMLElement | null} */ (this.querySelector(".plot"));
  }

  drawChart() {
    const { place } = this;
    if (place === null || this.drawing === undefined) return;
    this.plot?.destroy();
    const { options, data } = this.drawing.make(readColours());
    const width = place.clientWidth || 320;
    const { hooks = {} } = options;
    this.plot = new uPlot(
      {
        ...options,
        width,
        height: this.small ? SMALL : HEIGHT,
        cursor: { x: true, y: false, drag: { setScale: false } },
        hooks: { ...hooks, setCursor: [() => this.showTooltip()] },
      },
      data,
      place,
    );
    this.sized.observe(place);
  }

  /** Describes the point under the pointer below the chart, where it covers nothing. */
  showTooltip() {
    const tip = this.querySelector(".tip");
    const at = this.plot?.cursor.idx;
    if (tip) tip.textContent = typeof at === "number" ? (this.drawing?.tip(at) ?? "") : "";
  }

  choosePoint() {
    const at = this.plot?.cursor.idx;
    if (typeof at === "number") this.drawing?.choose?.(at);
  }

  fitToWidth() {
    const width = this.place?.clientWidth ?? 0;
    if (this.plot && width > 0 && width !== this.plot.width)
      this.plot.setSize({ width, height: this.plot.height });
  }
}

/** @returns {Colours} what the style sheet says, as a canvas takes it */
function readColours() {
  const probe = document.createElement("span");
  // Forced colours would give all text the same colour.
  probe.style.forcedColorAdjust = "none";
  document.body.append(probe);
  const of = (/** @type {string} */ name) => {
    probe.style.color = `var(--${name})`;
    return getComputedStyle(probe).color;
  };
  const root = getComputedStyle(document.documentElement);
  const em = parseFloat(root.fontSize);
  const found = {
    accent: of("accent"),
    band: of("band"),
    ink: of("ink"),
    soft: of("soft"),
    line: of("line"),
    font: `${0.8125 * em}px ${root.fontFamily}`,
    em,
  };
  probe.remove();
  return found;
}

/** Returns the options of an axis in the page's style. @param {Colours} colours @param {Partial<uPlot.Axis>} axis @returns {uPlot.Axis} */
export const axisOptions = ({ soft, line, font }, axis) => ({
  stroke: soft,
  font,
  labelFont: font,
  grid: { stroke: line, width: 1 },
  ticks: { show: false },
  ...axis,
});

defineElement("pm-chart", Chart);
