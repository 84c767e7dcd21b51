// Every export of `proofmark/verify` as its users see it.

import { ProofmarkError } from "proofmark";
import * as verification from "proofmark/verify";

import type { Expect, Same } from "./expect.ts";

export const start: Promise<void> = verification.ready("verify.wasm");
export const failure: ProofmarkError = new verification.ProofmarkError("a.b", "c");
const options: verification.VerifyOptions = { require: ["grade" satisfies verification.Step] };
const report = verification.verify("", options);
const chunks: verification.Chunks = [new Uint8Array()];
const onProgress = (bytes: number): void => void bytes;
const streamed = verification.verifyStream(chunks, {
  onProgress,
} satisfies verification.VerifyStreamOptions);
// @ts-expect-error it works on one core
void verification.verifyStream(chunks, { cores: 1 });
// @ts-expect-error what is at hand is not stopped
void verification.verify("", { signal: new AbortController().signal });
// @ts-expect-error there is no such step
void verification.verify("", { require: ["taste"] });

export type Verification = [
  Expect<Same<typeof report, Promise<verification.VerifyReport>>>,
  Expect<Same<typeof streamed, Promise<verification.VerifyReport>>>,
  Expect<Same<verification.VerifyReport["scores"], verification.Scores>>,
  Expect<Same<verification.VerifyReport["failures"], verification.VerifyFailure[]>>,
  Expect<Same<keyof verification.VerifyReport["outcomes"], verification.Outcome>>,
  Expect<Same<ReturnType<typeof verification.version>, string>>,
];
