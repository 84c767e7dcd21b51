// Light, dark, or as the system has it; kept in this browser.

export const THEMES = /** @type {const} */ (["auto", "light", "dark"]);

/** @typedef {typeof THEMES[number]} Theme */

const KEY = "proofmark-theme";

/** @returns {Theme} */
export function theme() {
  const kept = localStorage.getItem(KEY);
  return THEMES.find((name) => name === kept) ?? "auto";
}

/** @param {Theme} name */
export function useTheme(name) {
  localStorage.setItem(KEY, name);
  apply();
  window.dispatchEvent(new Event("themechange"));
}

function apply() {
  document.documentElement.dataset.theme = theme();
}

apply();
// What is drawn on a canvas does not follow a style sheet by itself.
matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () =>
  window.dispatchEvent(new Event("themechange")),
);
