import { classEnd } from "./name-glob.js";

/** Maximum number of patterns that the braces of one pattern may produce. */
const MAX_ALTERNATIVES = 100;

/**
 * Returns the patterns that a pattern with `{a,b}` stands for, including nested ones. Braces without a comma and unclosed
 * ones are literal, as are characters after a `\` or in `[...]`. Throws a `RangeError` for more than 100.
 */
export function expandBraces(pattern: string): readonly string[] {
  const done: string[] = [];
  const waiting = [pattern];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const braces = firstBraces(next);
    if (braces === undefined) done.push(next);
    else {
      const before = next.slice(0, braces.open);
      const after = next.slice(braces.close + 1);
      // In reverse, because a stack returns the last part first.
      for (const part of braces.parts.reverse()) waiting.push(before + part + after);
    }
    if (done.length + waiting.length > MAX_ALTERNATIVES) {
      throw new RangeError(
        `permissions: the braces in ${JSON.stringify(pattern)} stand for more than ${MAX_ALTERNATIVES} patterns. Write several rules.`,
      );
    }
  }
  return done;
}

interface Braces {
  readonly open: number;
  readonly close: number;
  readonly parts: string[];
}

/** Finds the first braces with a comma in one pass, so that unclosed braces are not each followed to the end. */
function firstBraces(pattern: string): Braces | undefined {
  const unclosed: { readonly open: number; readonly commas: number[] }[] = [];
  let first: Omit<Braces, "parts"> | undefined;
  let commas: readonly number[] = [];
  let hasClasses = true;
  for (let index = 0; index < pattern.length; index += 1) {
    const character = pattern[index];
    if (character === "\\") index += 1;
    else if (character === "[" && hasClasses) {
      const end = classEnd(pattern, index);
      // If one class is not closed, none after it is.
      hasClasses = end !== undefined;
      index = end ?? index;
    } else if (character === "{") unclosed.push({ open: index, commas: [] });
    else if (character === ",") unclosed.at(-1)?.commas.push(index);
    else if (character === "}") {
      const braces = unclosed.pop();
      if (braces === undefined || braces.commas.length === 0) continue;
      if (first === undefined || braces.open < first.open) {
        first = { open: braces.open, close: index };
        commas = braces.commas;
      }
    }
  }
  if (first === undefined) return undefined;
  const bounds = [first.open, ...commas, first.close];
  const parts = bounds.slice(1).map((bound, index) => pattern.slice((bounds[index] as number) + 1, bound));
  return { ...first, parts };
}
