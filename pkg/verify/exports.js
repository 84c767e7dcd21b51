// The names of `proofmark/verify`, once; every entry re-exports them.

export { ProofmarkError } from "../error.js";
export { verify, verifyStream, version } from "./api.js";
export { ready } from "./full.js";
