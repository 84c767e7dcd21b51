import * as core from "../../pkg/workerd.js";
import * as suites from "../../pkg/suite/workerd.js";
import { runSuite } from "./suite.js";

export default {
  /** @param {Request} request */
  async fetch(request) {
    return Response.json(await runSuite({ ...core, ...suites }, await request.json()));
  },
};
