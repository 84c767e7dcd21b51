// The compiled core, which is fetched and compiled once for the page and its workers.

import { ready } from "proofmark";

import { core } from "../../pkg/entry/core/loader.js";

export const coreModule = () => ready().then(() => core.module);
