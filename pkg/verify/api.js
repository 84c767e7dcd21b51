// The API of the core that only verifies.

import { createVerification, createWorkers } from "../verification.js";
import { bank, core } from "./full.js";

/** The worker support of this host, for `verifyStream`. */
export const workers = createWorkers();

export const version = () => core.version();

export const { verifyStream, verifyLoading: verify } = createVerification(core, workers, bank);
