import type { MatchContext } from "../request/index.js";
import { type CommentMarks, commentMarksOf, type TextKind, textKindOf } from "../text/index.js";

/** Returns what a `#` at the start of a line means in the file. */
export function fileKind(context: MatchContext): TextKind {
  return context.remember("kind", () => textKindOf(context.content, fileMarks(context)));
}

/** Returns the marks that begin comments in the file. */
export function fileMarks(context: MatchContext): CommentMarks {
  return context.remember("commentMarks", () => commentMarksOf(context.content));
}
