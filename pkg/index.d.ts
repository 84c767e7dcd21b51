/**
 * proofmark asks an AI agent small questions with one right answer, grades the reply without
 * judgement calls, and leaves a record that anyone can check.
 *
 * In Node, Deno, Bun and edge workers every function can be called at once. In a browser, await
 * {@link ready} first. Every refusal is a {@link ProofmarkError} with a stable `code`.
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
