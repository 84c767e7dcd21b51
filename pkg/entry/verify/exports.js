// The exports of `proofmark/verify`, shared by every entry point.

export { ProofmarkError } from "../../wasm/error.js";
export { verify, verifyStream, version } from "./api.js";
export { ready } from "./loader.js";
