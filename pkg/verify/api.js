// Verification over the core that does nothing else.

import { createVerification } from "../verification.js";
import { bank, core } from "./full.js";

export const version = () => core.version();

export const { verifyStream, verifyLoading: verify } = createVerification(core, { bank });
