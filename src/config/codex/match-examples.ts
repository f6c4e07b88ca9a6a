import type { Executables } from "./prefix-rule.js";
import type { StarlarkCall, StarlarkValue } from "./read-starlark.js";

/**
 * Returns why the examples of a `prefix_rule` contradict it; `undefined` if they do not. Codex refuses a file with such a rule.
 *
 * An example that cannot be read contradicts its rule.
 */
export function contradiction(
  given: StarlarkCall["arguments"],
  pattern: readonly (readonly string[])[],
  executables: Executables,
): string | undefined {
  const alternatives = pattern.map((words) => new Set(words));
  const matches = (words: readonly string[]) => startsWith(words, alternatives, executables);
  const expected = examplesOf(given.get("match"));
  const refused = examplesOf(given.get("not_match"));
  if (expected === undefined || refused === undefined) return "Its examples are not lists of commands.";
  const wrong = expected.find((words) => !matches(words));
  if (wrong !== undefined) return `It does not match its example ${JSON.stringify(wrong.join(" "))}.`;
  const matched = refused.find(matches);
  if (matched !== undefined)
    return `It matches ${JSON.stringify(matched.join(" "))}, which is an example of not_match.`;
  return undefined;
}

function startsWith(
  words: readonly string[],
  alternatives: readonly ReadonlySet<string>[],
  executables: Executables,
): boolean {
  const [first = ""] = words;
  const name = first.slice(first.lastIndexOf("/") + 1);
  const isExecutable = first.startsWith("/") && executables.get(name)?.has(first) !== false;
  return alternatives.every((each, index) =>
    index === 0 ? each.has(first) || (isExecutable && each.has(name)) : each.has(words[index] ?? ""),
  );
}

function examplesOf(value: StarlarkValue): readonly (readonly string[])[] | undefined {
  if (value === undefined) return [];
  if (!Array.isArray(value)) return undefined;
  const found = value.map((each: StarlarkValue) =>
    typeof each === "string" ? wordsOf(each) : Array.isArray(each) ? textsOf(each) : undefined,
  );
  return found.every((words) => words !== undefined && words.length > 0)
    ? (found as readonly (readonly string[])[])
    : undefined;
}

function textsOf(values: readonly StarlarkValue[]): readonly string[] | undefined {
  return values.every((each) => typeof each === "string") ? (values as readonly string[]) : undefined;
}

/** Splits a command into words as a POSIX shell does; `undefined` for quotes without an end and for comments. */
function wordsOf(text: string): readonly string[] | undefined {
  const words: string[] = [];
  let word: string | undefined;
  let quote = "";
  for (let index = 0; index < text.length; index += 1) {
    const character = text[index] as string;
    const next = text[index + 1];
    if (quote !== "" && character === quote) quote = "";
    else if (quote === "" && (character === '"' || character === "'")) {
      quote = character;
      word ??= "";
    } else if (character === "\\" && quote !== "'") {
      if (next === undefined) return undefined;
      const isEscape = quote === "" || '"\\$`'.includes(next);
      word = `${word ?? ""}${isEscape ? "" : "\\"}${next}`;
      index += 1;
    } else if (quote === "" && " \t\n".includes(character)) {
      if (word !== undefined) words.push(word);
      word = undefined;
    } else if (quote === "" && word === undefined && character === "#") return undefined;
    else word = `${word ?? ""}${character}`;
  }
  if (quote !== "") return undefined;
  return word === undefined ? words : [...words, word];
}
