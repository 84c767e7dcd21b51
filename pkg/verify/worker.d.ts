/**
 * The script of a Web Worker that verifies a part of a file: what `worker` of `verifyStream` of
 * `proofmark/verify` is made of. It is started, not imported, and exports nothing.
 */
export {};
