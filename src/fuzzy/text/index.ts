export {
  cutsToken,
  type VisibleNeedle,
  visibleNeedle,
  type WalkedPlace,
  walkFrom,
} from "./character-walk.js";
export { BLANK_CLASS, characterClass, foldText, isWordCode, lookAlikesUndone } from "./characters.js";
export { elisionLine, linesOccurOnce, newElision, occursOnce, placeholderWarning } from "./elision.js";
export { detectIndentUnit, type IndentUnit, linesAround, unitOf } from "./indent-unit.js";
export { IndentationMap, type IndentPair, reindent } from "./indentation.js";
export { lineEndAt, lineEndNear, lineEndsNear, withLineEnds } from "./line-ends.js";
export { hashLine, indexLines, type LineIndex, lineAt, lineEnd, lineText } from "./line-index.js";
export { collapsedKey, haveSameWords, squeezedKey, type Token, tokenize, wordsOf } from "./line-key.js";
export {
  isCommentLine,
  isInLiteral,
  isNamingLine,
  literalsOf,
  looksLikeMarkdown,
  type TextKind,
  textKindOf,
} from "./line-kind.js";
export { areSpelledAlike } from "./spelling.js";
export { splitLines, type TextLine, type TextLines } from "./text-lines.js";
export { type CommentMarks, commentMarksOf, splitTrailingComment } from "./trailing-comment.js";
