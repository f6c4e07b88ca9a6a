import { classEnd } from "./name-glob.js";

/** How many patterns the braces of one pattern may stand for. */
const MAX_ALTERNATIVES = 100;

/**
 * The patterns that a pattern with `{a,b}` stands for, nested ones too; braces without a comma and unclosed ones stand
 * for themselves, as does what follows a `\` or stands in `[...]`. Throws a `RangeError` for more than 100.
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
      // Backwards, for a stack gives back the last one first.
      for (const part of braces.parts.reverse()) waiting.push(before + part + after);
    }
    if (done.length + waiting.length > MAX_ALTERNATIVES) {
      throw new RangeError(
        `permissions: the braces in ${JSON.stringify(pattern)} stand for over ${MAX_ALTERNATIVES} patterns. Write several rules.`,
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

/** Finds the first braces with a comma in one pass: braces that are never closed must not each be followed to the end. */
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
      // Where one is not closed, none behind it is.
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
