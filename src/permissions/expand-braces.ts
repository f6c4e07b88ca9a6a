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

function firstBraces(pattern: string): { open: number; close: number; parts: string[] } | undefined {
  for (let open = skipTo(pattern, 0, "{"); open !== -1; open = skipTo(pattern, open + 1, "{")) {
    let depth = 0;
    let partStart = open + 1;
    const parts: string[] = [];
    for (let index = open; index < pattern.length; index += 1) {
      const character = pattern[index];
      if (character === "\\") index += 1;
      else if (character === "[") index = classEnd(pattern, index) ?? index;
      else if (character === "{") depth += 1;
      else if (character === "," && depth === 1) {
        parts.push(pattern.slice(partStart, index));
        partStart = index + 1;
      } else if (character === "}") {
        depth -= 1;
        if (depth > 0) continue;
        if (parts.length > 0)
          return { open, close: index, parts: [...parts, pattern.slice(partStart, index)] };
        break;
      }
    }
  }
  return undefined;
}

function skipTo(pattern: string, start: number, wanted: string): number {
  for (let index = start; index < pattern.length; index += 1) {
    if (pattern[index] === "\\") index += 1;
    else if (pattern[index] === "[") index = classEnd(pattern, index) ?? index;
    else if (pattern[index] === wanted) return index;
  }
  return -1;
}
