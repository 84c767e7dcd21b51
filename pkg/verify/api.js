// The API of the core that only verifies.

import { createVerification } from "../verification.js";
import { bank, core } from "./full.js";

export const version = () => core.version();

export const { verifyStream, verifyLoading: verify } = createVerification(core, { bank });
