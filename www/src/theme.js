// Light, dark, or as the system has it; kept in this browser.

export const THEMES = /** @type {const} */ (["auto", "light", "dark"]);

/** @typedef {typeof THEMES[number]} Theme */

const KEY = "proofmark-theme";

let chosen = kept();

/** @returns {Theme} */
export const theme = () => chosen;

/** @param {Theme} name */
export function useTheme(name) {
  chosen = name;
  try {
    localStorage.setItem(KEY, name);
  } catch {
    // A browser that keeps nothing for a page has it until the page is left.
  }
  apply();
  window.dispatchEvent(new Event("themechange"));
}

/** @returns {Theme} */
function kept() {
  try {
    const name = localStorage.getItem(KEY);
    return THEMES.find((theme) => theme === name) ?? "auto";
  } catch {
    return "auto";
  }
}

function apply() {
  document.documentElement.dataset.theme = theme();
}

apply();
// What is drawn on a canvas does not follow a style sheet by itself.
for (const query of ["(prefers-color-scheme: dark)", "(forced-colors: active)"])
  matchMedia(query).addEventListener("change", () =>
    window.dispatchEvent(new Event("themechange")),
  );
