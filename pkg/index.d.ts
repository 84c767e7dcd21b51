/**
 * proofmark asks an AI agent small questions with one right answer, grades the replies
 * deterministically, and writes records that anyone can verify.
 *
 * In Node, Deno, Bun and edge workers the functions can be called immediately. In a browser, await
 * {@link ready} first. Errors are a {@link ProofmarkError} with a stable `code`.
 */

export * from "./types/start.js";
export * from "./types/words.js";
export * from "./types/questions.js";
export * from "./types/grading.js";
export * from "./types/banks.js";
export * from "./types/evaluation.js";
export * from "./types/agents.js";
export * from "./types/records.js";
export * from "./types/verification.js";
export * from "./types/keys.js";
export * from "./types/logs.js";
export * from "./types/tiles.js";
