// The JSON Schema of record files, for whatever test has made one.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { Ajv2020 } from "ajv/dist/2020.js";

const SCHEMA = new URL("../../../docs/schema/record.schema.json", import.meta.url);
const validate = new Ajv2020({ strict: true, strictRequired: false, strictTypes: false }).compile(
  JSON.parse(readFileSync(SCHEMA, "utf8")),
);

/** Reports whether the value of a line fits the schema. @param {unknown} line */
export const fits = (line) => validate(line);

/** Refuses text with a line that is not one by the schema. @param {string} text */
export function checkLines(text) {
  for (const line of text.split("\n").filter(Boolean)) {
    assert.ok(validate(JSON.parse(line)), `${JSON.stringify(validate.errors)}\n${line}`);
  }
}
