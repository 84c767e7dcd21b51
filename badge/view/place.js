// Positions the details below the badge, or above it if there is more room, within the window.

/** Minimum distances in pixels: to the window's edges, and between badge and details. */
const EDGE = 8;
const GAP = 4;

/**
 * @param {HTMLElement} panel
 * @param {HTMLElement} anchor
 */
export function positionPanel(panel, anchor) {
  const { clientWidth, clientHeight } = document.documentElement;
  const at = anchor.getBoundingClientRect();
  panel.style.maxBlockSize = "none";
  const { offsetWidth: width, offsetHeight: height } = panel;
  const [above, below] = [at.top - GAP - EDGE, clientHeight - at.bottom - GAP - EDGE];
  const under = below >= height || below >= above;
  const room = Math.max(under ? below : above, 0);
  const tall = Math.min(height, room);
  const start = getComputedStyle(anchor).direction === "rtl" ? at.right - width : at.left;
  const left = Math.max(EDGE, Math.min(start, clientWidth - width - EDGE));
  panel.style.maxBlockSize = `${room}px`;
  panel.style.left = `${left}px`;
  panel.style.top = `${under ? at.bottom + GAP : at.top - GAP - tall}px`;
}
