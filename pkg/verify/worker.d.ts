/**
 * The Web Worker script for `verifyStream` of `proofmark/verify`. It is started, not imported, and
 * exports nothing.
 */
export {};
