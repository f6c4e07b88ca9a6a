import { diffTexts } from "../diff/index.js";
import type { MatchContext } from "../request/index.js";
import { type NeedleLines, readNeedle } from "./needle-lines.js";

/**
 * Returns for each solid needle line whether the edit changes or removes it; true for all if the new text is
 * unknown.
 */
export function touchedLines(context: MatchContext, needle: NeedleLines): boolean[] {
  if (context.newText === undefined) return needle.solid.map(() => true);
  const { newText } = context;
  return context.remember(`touched:${context.old}`, () => {
    const kept = new Set<number>();
    for (const step of diffTexts(needle.lines, readNeedle(newText).lines)) {
      if (step.kind === "keep") for (let line = step.oldFrom; line < step.oldTo; line++) kept.add(line);
    }
    return needle.solid.map((line) => !kept.has(line));
  });
}

/**
 * Returns the new line for each solid needle line that the edit changes line by line: a file that has it already has this part
 * of the edit.
 */
export function replacementLines(
  context: MatchContext,
  needle: NeedleLines,
): readonly (string | undefined)[] {
  const { newText } = context;
  if (newText === undefined) return [];
  return context.remember(`replacements:${context.old}`, () => {
    const next = readNeedle(newText).lines;
    const found = new Map<number, string>();
    for (const { kind, oldFrom, oldTo, newFrom, newTo } of diffTexts(needle.lines, next)) {
      if (kind === "keep" || oldTo - oldFrom !== newTo - newFrom) continue;
      for (let at = 0; at < oldTo - oldFrom; at++) found.set(oldFrom + at, next[newFrom + at]?.text ?? "");
    }
    return needle.solid.map((line) => found.get(line));
  });
}
