import * as core from "../../pkg/entry/core/browser.js";
import * as scores from "../../pkg/entry/score/browser.js";
import * as suites from "../../pkg/entry/suite/browser.js";
import * as verifier from "../../pkg/entry/verify/browser.js";
import { runSuite } from "./suite.js";

await Promise.all([core, scores, suites, verifier].map((entry) => entry.ready()));
const vectors = await (await fetch("/vectors.json")).json();
const api = { ...core, ...scores, ...suites, verifier };
/** @type {any} */ (globalThis).report = await runSuite(api, vectors);
