import { diffTexts } from "../diff/index.js";
import type { MatchContext } from "../request/index.js";
import { splitLines } from "../text/index.js";
import type { NeedleLines } from "./needle-lines.js";

/** The changes that an edit makes to the solid needle lines. */
export interface NeedleChanges {
  /** Whether the edit changes or removes each line; true for all if the new text is unknown. */
  readonly touched: readonly boolean[];
  /**
   * The new line for each line that the edit changes line by line: a file that has it already has this part of
   * the edit.
   */
  readonly replacements: readonly (string | undefined)[];
  /** The solid needle lines, by number, before which the edit adds lines. */
  readonly additions: ReadonlySet<number>;
  /** Whether the edit keeps each line with another indentation. */
  readonly isReindented: readonly boolean[];
}

/** Compares the old text with the new text, once for all matchers. */
export function needleChanges(context: MatchContext, needle: NeedleLines): NeedleChanges {
  const { newText } = context;
  if (newText === undefined)
    return {
      touched: needle.solid.map(() => true),
      replacements: [],
      additions: new Set(),
      isReindented: [],
    };
  return context.rememberOfOld("changes", () => {
    const next = splitLines(newText).lines;
    const kept = new Set<number>();
    const found = new Map<number, string>();
    const reindented = new Set<number>();
    const added: number[] = [];
    for (const { kind, oldFrom, oldTo, newFrom, newTo } of diffTexts(needle.lines, next)) {
      if (kind === "change" && newTo - newFrom > oldTo - oldFrom) added.push(oldTo);
      for (let at = 0; at < oldTo - oldFrom; at++) {
        if (kind === "keep") {
          kept.add(oldFrom + at);
          if (needle.lines[oldFrom + at]?.indent !== next[newFrom + at]?.indent) reindented.add(oldFrom + at);
        } else if (oldTo - oldFrom === newTo - newFrom)
          found.set(oldFrom + at, next[newFrom + at]?.text ?? "");
      }
    }
    return {
      touched: needle.solid.map((line) => !kept.has(line)),
      replacements: needle.solid.map((line) => found.get(line)),
      additions: new Set(added.map((line) => needle.solid.findIndex((solid) => solid >= line))),
      isReindented: needle.solid.map((line) => reindented.has(line)),
    };
  });
}
