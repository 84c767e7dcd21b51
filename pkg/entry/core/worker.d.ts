/**
 * The Web Worker script for `verifyStream`. It is started, not imported, and exports nothing.
 */
export {};
