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
