import type { TextLine } from "../text/index.js";
import { diffSequences } from "./sequence-diff.js";
import type { DiffStep } from "./step-list.js";

/**
 * Returns which lines of the old text the edit keeps, changes and adds; white space around a line is not a
 * change.
 */
export function diffTexts(old: readonly TextLine[], next: readonly TextLine[]): DiffStep[] {
  return diffSequences(
    old.map((line) => line.text),
    next.map((line) => line.text),
    (text) => (text === "" ? 0.5 : text.length < 4 ? 1 : 8 + Math.min(text.length, 40) / 8),
  );
}
