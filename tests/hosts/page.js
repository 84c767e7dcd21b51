import * as core from "../../pkg/browser.js";
import * as scores from "../../pkg/score/browser.js";
import * as suites from "../../pkg/suite/browser.js";
import { runSuite } from "./suite.js";

await Promise.all([core.ready(), scores.ready(), suites.ready()]);
const vectors = await (await fetch("/vectors.json")).json();
/** @type {any} */ (globalThis).report = await runSuite({ ...core, ...scores, ...suites }, vectors);
