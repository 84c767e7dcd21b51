// Generates record files to verify: runs of fake agents.

import { createWriteStream } from "node:fs";
import { once } from "node:events";

import { createLog, evaluate } from "../../pkg/entry/core/node.js";

/** Typical replies; `{}` is the answer, which is correct three times out of four. */
const REPLIES = [
  "{}",
  "The answer is {}.",
  "**{}**",
  "Let me think. There are two steps here, and both of them matter. The answer is {}.",
];

/**
 * Writes runs until there are `records`. Returns the number of bytes.
 *
 * @param {string} path
 * @param {number} records
 * @param {{ perRun: number, key?: string }} how
 */
export async function make(path, records, { perRun, key }) {
  const out = createWriteStream(path);
  const log = key === undefined ? undefined : createLog({ key });
  for (let done = 0, run = 0; done < records; done += perRun, run++) {
    let expected = "";
    let asked = 0;
    const fetch = async () => {
      const form = REPLIES[asked % REPLIES.length] ?? "";
      const answer = asked % 4 === 3 ? "7" : expected;
      return new Response(JSON.stringify({ response: form.replace("{}", answer) }), {
        headers: { "content-type": "application/json" },
      });
    };
    const { lines } = await evaluate({
      endpoint: `https://agent-${run}.example/chat`,
      protocol: "json",
      questions: perRun / 2,
      seed: `bench ${run}`,
      fetch,
      ...(key === undefined ? {} : { key, sign: "checkpoint", log: null }),
      onEvent(event) {
        if (event.type !== "question") return;
        expected = event.question.expected;
        asked++;
      },
    });
    for (const line of lines) log?.append(line);
    if (!out.write(`${lines.join("\n")}\n`)) await once(out, "drain");
  }
  const checkpoint = log?.checkpoint();
  if (checkpoint) out.write(`${checkpoint}\n`);
  out.end();
  await once(out, "finish");
  return out.bytesWritten;
}
