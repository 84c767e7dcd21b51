// Makes a record file to look at: three agents that exist only in this page.

import { evaluate, ready } from "proofmark";

/** The agents, each with its reply to a question with a known answer. @type {Record<string, (right: string, index: number) => string>} */
const AGENTS = {
  "https://assistant.example/chat": (right) => right,
  "https://talkative.example/chat": (right, index) =>
    index % 3 === 0 ? `Of 4 ways I tried, the answer is ${right}.` : `The answer is ${right}.`,
  "https://guessing.example/chat": (right, index) =>
    index % 2 === 0 ? right : "I am not sure about that one, sorry.",
};

/** Returns an example of a record file. */
export async function exampleFile() {
  await ready();
  /** @type {string[]} */
  const lines = [];
  for (const [subject, reply] of Object.entries(AGENTS)) {
    let right = "";
    let index = 0;
    const run = await evaluate({
      subject,
      questions: 6,
      seed: "example",
      ask: async () => reply(right, index++),
      onEvent(event) {
        if (event.type === "question") right = event.question.expected;
      },
    });
    lines.push(...run.lines);
  }
  return new File([`${lines.join("\n")}\n`], "example.ndjson");
}
