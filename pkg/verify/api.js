// Verification over the core that does nothing else.

import { createVerification, createWorkers } from "../verification.js";
import { bank, core } from "./full.js";

/** What this host has for `verifyStream`. */
export const workers = createWorkers();

export const version = () => core.version();

export const { verifyStream, verifyLoading: verify } = createVerification(core, workers, bank);
