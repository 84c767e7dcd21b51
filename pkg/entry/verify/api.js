// The API of the core that only verifies.

import { createVerification } from "../../verify/verify.js";
import { bank, core } from "./loader.js";

export const version = () => core.version();

export const { verify, verifyStream } = createVerification(core, { bank });
