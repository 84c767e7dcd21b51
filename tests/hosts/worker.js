import * as core from "../../pkg/workerd.js";
import * as scores from "../../pkg/score/workerd.js";
import * as suites from "../../pkg/suite/workerd.js";
import { runSuite } from "./suite.js";

export default {
  /** @param {Request} request */
  async fetch(request) {
    return Response.json(await runSuite({ ...core, ...scores, ...suites }, await request.json()));
  },
};
