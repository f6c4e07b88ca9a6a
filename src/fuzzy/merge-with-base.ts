import { counted } from "../text/index.js";
import { failure } from "./edit-failure.js";
import { type MergedText, mergeThreeWays } from "./merge/index.js";
import { createSpan, type EditFailure, LineCounter, type MatchSpan } from "./request/index.js";

/** Lines of each side that a message about a conflict shows. */
const MAX_SHOWN_LINES = 8;

/** Characters of each of these lines. */
const MAX_SHOWN_CHARACTERS = 200;

/** Warning about an edit that was merged. */
export const MERGED_WARNING =
  "The file has changed since it was read. The edit was made in the text that was read, and merged with these changes.";

/** Lines of two texts that may differ for a merge within a few milliseconds: the comparison takes the square of their number. */
const MAX_BRIEF_LINES = 300;

/** Returns whether two texts can be compared within a few milliseconds. */
export function isBriefComparison(one: string, other: string): boolean {
  const shorter = Math.min(one.length, other.length);
  let head = 0;
  while (head < shorter && one.charCodeAt(head) === other.charCodeAt(head)) head += 1;
  let tail = 0;
  while (
    tail < shorter - head &&
    one.charCodeAt(one.length - 1 - tail) === other.charCodeAt(other.length - 1 - tail)
  ) {
    tail += 1;
  }
  let lines = 0;
  for (const text of [one, other]) {
    const end = text.length - tail;
    for (let at = text.indexOf("\n", head); at >= 0 && at < end; at = text.indexOf("\n", at + 1)) {
      lines += 1;
      if (lines > MAX_BRIEF_LINES) return false;
    }
  }
  return true;
}

/** A merged text, and the changed places of the content before the merge. */
export interface MergedEdit {
  readonly ok: true;
  readonly content: string;
  readonly spans: readonly MatchSpan[];
}

/**
 * Merges a change of the text that the model read with the changes of the file since then.
 *
 * @param base - the text that the model read
 * @param edited - the same text after the edit
 * @param content - the current text of the file
 */
export function mergeWithBase(base: string, edited: string, content: string): MergedEdit | EditFailure {
  const merged = mergeThreeWays(base, edited, content);
  if (!merged.ok) return conflict(merged);
  if (!merged.isCertain) {
    return failure(
      "conflict",
      "The file has changed since it was read: it contains further lines that read like those of the edit, so the place of the edit is not certain. Nothing was written. Read the file again and make the edit in its current text.",
    );
  }
  const counter = new LineCounter(content);
  const spans = merged.regions.map(({ start, end }) => createSpan(content, start, end, counter));
  return { ok: true, content: merged.content, spans };
}

/** Returns the failure of an edit of lines that the file changed too; shows both sides. */
function conflict({ line, theirs, ours }: Extract<MergedText, { ok: false }>): EditFailure {
  const endLine = line + Math.max(0, theirs.length - 1);
  const lines = theirs.length > 1 ? `lines ${line}-${endLine}` : `line ${line}`;
  const message = `The file has changed since it was read, in lines that the edit changes too (now ${lines}). Nothing was written. Read the file again and make the edit in its current text.`;
  const diff = [...shown("-", theirs), ...shown("+", ours)].join("\n");
  const sides = `Both sides changed ${lines}: "-" is the file, "+" is the edit.`;
  return failure("conflict", message, {
    hints: [{ kind: "near-miss", message: sides, startLine: line, endLine, diff }],
  });
}

function shown(sign: "-" | "+", lines: readonly string[]): string[] {
  const first = lines
    .slice(0, MAX_SHOWN_LINES)
    .map((line) => `${sign} ${line.slice(0, MAX_SHOWN_CHARACTERS)}`);
  const more = lines.length - first.length;
  return more > 0 ? [...first, `${sign} (${counted(more, "more line")})`] : first;
}
