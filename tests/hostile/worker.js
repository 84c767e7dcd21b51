import * as api from "../../pkg/entry/core/workerd.js";
import { askOnce } from "./ask.js";

export default {
  /** @param {Request} request */
  async fetch(request) {
    const { behaviour, origins } = /** @type {any} */ (await request.json());
    return Response.json(await askOnce(api, behaviour, origins));
  },
};
