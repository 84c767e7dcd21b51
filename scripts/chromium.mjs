// Finds a Chromium for the tests, or installs Debian's, and launches it.

import { accessSync, constants } from "node:fs";
import { delimiter, join } from "node:path";

import { Refusal, installDebian, script } from "./lib.mjs";

const NAMES = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome"];
const OTHER_PATHS = ["/Applications/Google Chrome.app/Contents/MacOS/Google Chrome"];

/** @param {string} path */
function executable(path) {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

async function find() {
  if (process.env.CHROMIUM) {
    if (executable(process.env.CHROMIUM)) return process.env.CHROMIUM;
    throw new Refusal(`CHROMIUM: expected a program, found ${process.env.CHROMIUM}`);
  }
  const { chromium } = await import("playwright-core");
  const onPath = (process.env.PATH ?? "")
    .split(delimiter)
    .flatMap((directory) => NAMES.map((name) => join(directory, name)));
  return [...onPath, ...OTHER_PATHS, chromium.executablePath()].find(executable);
}

/**
 * Returns the path of a Chromium.
 *
 * @returns {Promise<string>}
 */
export async function chromiumPath() {
  const found = await find();
  if (found !== undefined) return found;
  const installed = (await installDebian("chromium")) ? await find() : undefined;
  if (installed !== undefined) return installed;
  throw new Refusal("Chromium: expected one on the path or named by CHROMIUM, found none");
}

/**
 * Features to turn off. Chromium would load its own address bar as a page of each window, which takes
 * longer than most tests. The others are those of Playwright, whose option this list replaces.
 */
const DISABLED_FEATURES = [
  ...["WebUIOmniboxPopup", "WebUIOmniboxAimPopup"],
  ...["AvoidUnnecessaryBeforeUnloadCheckSync", "DestroyProfileOnBrowserClose", "HttpsUpgrades"],
  ...["HttpsFirstBalancedModeAutoEnable", "LensOverlay", "MediaRouter", "PaintHolding"],
  ...["ThirdPartyStoragePartitioning", "AvoidCorsURLLoaderRestartOnRedirect", "OptimizationHints"],
  ...["NetworkTimeServiceQuerying", "AimEnabled", "PreconnectToSearch"],
];

/** Launches a Chromium for tests. */
export async function launchChromium() {
  const { chromium } = await import("playwright-core");
  return chromium.launch({
    executablePath: await chromiumPath(),
    args: ["--no-sandbox", "--disable-gpu", `--disable-features=${DISABLED_FEATURES.join()}`],
  });
}

script(import.meta.url, async () => console.log(await chromiumPath()));
