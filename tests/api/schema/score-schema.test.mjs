// The schema of scoring configurations takes what the core takes, as far as a schema can say it.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { Ajv2020 } from "ajv/dist/2020.js";

import { checkScoreConfig } from "../../../pkg/entry/score/node.js";

const read = (/** @type {string} */ path) =>
  JSON.parse(readFileSync(new URL(path, import.meta.url), "utf8"));
const validate = new Ajv2020({ strict: true, strictRequired: false, strictTypes: false }).compile(
  read("../../../docs/schema/score-config.schema.json"),
);

/** Rules that the schema leaves out: how two values relate, and how many digits a number has. */
const BEYOND = [
  "adapter-id-twice",
  "component-key-twice",
  "default-key-of-another-adapter",
  "of-pointer-of-combination",
  "threshold-without-span",
  "weight-too-fine",
  "when-empty-range",
];

test("a configuration fits the schema if the core takes it", () => {
  const beyond = [];
  for (const { name, config } of read("../../vectors/score/compute.json").cases) {
    let code = "";
    try {
      checkScoreConfig(config);
    } catch (error) {
      code = /** @type {{ code: string }} */ (error).code;
    }
    if (code !== "" && validate(config)) beyond.push(name);
    else assert.equal(validate(config), code === "", `${name}: ${code}`);
  }
  assert.deepEqual(beyond.sort(), BEYOND);
});
