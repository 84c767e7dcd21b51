// Removes panic messages from a wasm, which has nowhere to print them: functions that can only trap
// do so immediately, and the code that formatted the message becomes unreachable.

import binaryen from "binaryen";

/**
 * Returns an equivalent wasm in which every function that neither returns nor calls the host is a
 * trap.
 *
 * @param {Uint8Array} wasm
 */
export function stripPanics(wasm) {
  const module = binaryen.readBinary(wasm);
  /** @type {Map<string, binaryen.FunctionInfo>} */
  const functions = new Map();
  for (let at = 0; at < module.getNumFunctions(); at++) {
    const info = binaryen.getFunctionInfo(module.getFunctionByIndex(at));
    functions.set(info.name, info);
  }
  /** Returns the code of a function, or an empty string for an import. @param {string} name */
  const code = (name) => {
    const body = functions.get(name)?.body ?? 0;
    return body === 0 ? "" : binaryen.emitText(body);
  };

  /** Returns the function and its transitive callees. @param {string} name */
  function reached(name, all = new Set([name])) {
    for (const [, callee = ""] of code(name).matchAll(/\(call \$([^\s)]+)/g)) {
      if (!all.has(callee)) reached(callee, all.add(callee));
    }
    return all;
  }

  for (const { name, params, results, body } of functions.values()) {
    if (body === 0 || binaryen.getExpressionType(body) !== binaryen.unreachable) continue;
    if (/\(return\b/.test(code(name)) || [...reached(name)].some((it) => code(it) === "")) continue;
    module.removeFunction(name);
    module.addFunction(name, params, results, [], module.unreachable());
  }
  return module.emitBinary();
}
