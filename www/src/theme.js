// The theme: light, dark, or the system's. The choice is stored.

export const THEMES = /** @type {const} */ (["auto", "light", "dark"]);

/** @typedef {typeof THEMES[number]} Theme */

const { dataset } = document.documentElement;

/** Returns the current theme. `public/theme.js` sets it before the page is shown. @returns {Theme} */
export const currentTheme = () => THEMES.find((theme) => theme === dataset.theme) ?? "auto";

/** @param {Theme} name */
export function setTheme(name) {
  dataset.theme = name;
  try {
    localStorage.setItem("proofmark-theme", name);
  } catch {
    // Without storage the choice lasts until the page is closed.
  }
  window.dispatchEvent(new Event("themechange"));
}

// Canvases do not follow style sheets, so they are redrawn.
for (const query of ["(prefers-color-scheme: dark)", "(forced-colors: active)"])
  matchMedia(query).addEventListener("change", () =>
    window.dispatchEvent(new Event("themechange")),
  );
