// What a build takes out of a wasm changes nothing that it does.

import assert from "node:assert/strict";
import { test } from "node:test";
import binaryen from "binaryen";

import { stripPanics } from "../scripts/traps.mjs";

const module = binaryen.parseText(`(module
  (import "host" "throw" (func $throw (param i32)))
  (func $write (param i32) (i32.store (i32.const 0) (local.get 0)))
  (func $panic (param i32) (call $write (local.get 0)) (unreachable))
  (func $refuse (param i32) (call $throw (local.get 0)) (unreachable))
  (func $refuse_further (param i32) (call $refuse (local.get 0)) (unreachable))
  (func $early (param i32) (if (local.get 0) (then (return))) (call $panic (i32.const 1)) (unreachable))
  (func (export "checked") (param i32) (result i32)
    (if (i32.gt_u (local.get 0) (i32.const 9)) (then (call $panic (local.get 0))))
    (call $early (i32.const 1))
    (i32.mul (local.get 0) (i32.const 2)))
  (func (export "refused") (call $refuse_further (i32.const 7)))
  (memory 1))`);
const before = module.emitBinary();
const after = stripPanics(before);

for (const [name, wasm] of Object.entries({ before, after })) {
  test(`a function returns, traps and throws as it did ${name} what only traps was taken out`, () => {
    const host = {
      throw: (/** @type {number} */ what) => {
        throw new RangeError(String(what));
      },
    };
    const compiled = new WebAssembly.Module(/** @type {Uint8Array<ArrayBuffer>} */ (wasm));
    const { checked, refused } = /** @type {Record<string, (argument?: number) => number>} */ (
      new WebAssembly.Instance(compiled, { host }).exports
    );
    assert.equal(checked?.(9), 18);
    assert.throws(() => checked?.(10), WebAssembly.RuntimeError);
    assert.throws(() => refused?.(), new RangeError("7"));
  });
}

test("what only traps does nothing before", () => {
  const text = binaryen.readBinary(after).emitText();
  assert.equal(text.match(/\(i32\.store/g)?.length, 1, "the function that writes");
  assert.equal(text.match(/\(call \$/g)?.length, 6, text);
});
