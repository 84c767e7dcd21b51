// The knowledge of sample agents: arithmetic, and the public bank.

const LETTERS = ["A", "B", "C", "D"];
const BLOCK = 100;

/** Hints in a prompt about the form of the reply, and the text around the answer. */
const FORMS = /** @type {const} */ ([
  [/square brackets/, "[", "]"],
  [/round brackets/, "(", ")"],
  [/curly brackets/, "{", "}"],
  [/double quotes/, '"', '"'],
  [/a full stop/, "", "."],
  [/an equals sign/, "= ", ""],
  [/the word Option/, "Option ", ""],
]);

/**
 * Formats `text` as `prompt` asks.
 *
 * @param {string} prompt
 * @param {string} text
 */
export function formatReply(prompt, text) {
  const [, before = "", after = ""] = FORMS.find(([hint]) => hint.test(prompt)) ?? [];
  return `${before}${text}${after}`;
}

/** @param {typeof import("../../index.d.ts")} api */
export function createKnowledge(api) {
  /** The right options by question. @type {Map<string, string> | undefined} */
  let bank;

  /** @param {string} prompt @returns {string} */
  function solve(prompt) {
    const choice = parseChoices(prompt);
    if (choice === null) {
      const sum = /(\d+) ([+−×]) (\d+)/.exec(prompt);
      return sum === null ? "" : String(calculateExpression(sum));
    }
    bank ??= readBank(api);
    return LETTERS[choice.options.indexOf(bank.get(choice.key) ?? "")] ?? "";
  }

  return {
    solve,
    /** Returns a wrong answer of the right kind. @param {string} prompt */
    guess(prompt) {
      const right = solve(prompt);
      const letter = LETTERS.indexOf(right);
      return letter < 0 ? String(Number(right) + 1) : (LETTERS[(letter + 1) % 4] ?? "");
    },
  };
}

/** @param {RegExpExecArray} sum */
function calculateExpression([, left, sign, right]) {
  const [a, b] = [Number(left), Number(right)];
  return sign === "+" ? a + b : sign === "−" ? a - b : a * b;
}

/**
 * Reads the whole public bank, by drawing until a block has no new questions.
 *
 * @param {typeof import("../../index.d.ts")} api
 */
function readBank(api) {
  /** @type {Map<string, string>} */
  const known = new Map();
  for (let start = 0, before = -1; known.size > before; start += BLOCK) {
    before = known.size;
    const questions = api.generate({ seed: "sample", family: "science", start, count: BLOCK });
    for (const { prompt, expected } of questions) {
      const choice = parseChoices(prompt);
      if (choice) known.set(choice.key, choice.options[LETTERS.indexOf(expected)] ?? "");
    }
  }
  return known;
}

/**
 * Returns the options of a prompt in order, and a key that is the same for every order of the
 * options; `null` if the prompt has no options.
 *
 * @param {string} prompt
 */
function parseChoices(prompt) {
  const [, stem = "", ...options] =
    /^(.*)\nA\) (.*)\nB\) (.*)\nC\) (.*)\nD\) (.*)$/m.exec(prompt) ?? [];
  if (options.length === 0) return null;
  return { options, key: [stem, ...[...options].sort()].join("\n") };
}
