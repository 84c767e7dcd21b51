// The theme: light, dark, or the system's. The choice is stored.

export const THEMES = /** @type {const} */ (["auto", "light", "dark"]);

/** @typedef {typeof THEMES[number]} Theme */

const KEY = "proofmark-theme";

let current = storedTheme();

/** @returns {Theme} */
export const theme = () => current;

/** @param {Theme} name */
export function useTheme(name) {
  current = name;
  try {
    localStorage.setItem(KEY, name);
  } catch {
    // Without storage the choice lasts until the page is closed.
  }
  apply();
  window.dispatchEvent(new Event("themechange"));
}

/** @returns {Theme} */
function storedTheme() {
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
// Canvases do not follow style sheets, so they are redrawn.
for (const query of ["(prefers-color-scheme: dark)", "(forced-colors: active)"])
  matchMedia(query).addEventListener("change", () =>
    window.dispatchEvent(new Event("themechange")),
  );
