// Verification over the core that does nothing else.

import { bytesOf, optionsOf } from "../given.js";
import { createVerification, createWorkers } from "../verification.js";
import { bank, core } from "./full.js";

/** What this host has for `verifyStream`. */
export const workers = createWorkers();

export const version = () => core.version();

export const { verifyStream } = createVerification(core, workers, bank);

/** @type {typeof import("./index.d.ts").verify} */
export const verify = async (file, options) =>
  verifyStream([bytesOf(file, "file")], { ...optionsOf("verify", options), cores: 1 });
