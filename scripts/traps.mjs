// What a panic has to say reaches nobody: a wasm has nothing to print it to. So what can do no more
// than trap does so at once, and what wrote the message, which then nobody calls, is left out.

import binaryen from "binaryen";

/**
 * A wasm that does the same: in it, a function that cannot return and asks nothing of the host is a
 * trap.
 *
 * @param {Uint8Array} wasm
 */
export function trappingAtOnce(wasm) {
  const module = binaryen.readBinary(wasm);
  /** @type {Map<string, binaryen.FunctionInfo>} */
  const functions = new Map();
  for (let at = 0; at < module.getNumFunctions(); at++) {
    const info = binaryen.getFunctionInfo(module.getFunctionByIndex(at));
    functions.set(info.name, info);
  }
  /** The code of a function; nothing of one that is the host's. @param {string} name */
  const code = (name) => {
    const body = functions.get(name)?.body ?? 0;
    return body === 0 ? "" : binaryen.emitText(body);
  };

  /** The function and all that it calls, however far away. @param {string} name */
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
