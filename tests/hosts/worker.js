import * as core from "../../pkg/entry/core/workerd.js";
import * as scores from "../../pkg/entry/score/workerd.js";
import * as suites from "../../pkg/entry/suite/workerd.js";
import * as verifier from "../../pkg/entry/verify/workerd.js";
import { runSuite } from "./suite.js";

export default {
  /** @param {Request} request */
  async fetch(request) {
    const api = { ...core, ...scores, ...suites, verifier };
    return Response.json(await runSuite(api, await request.json()));
  },
};
