import { findBlocks, findOffsets, matchBlock, matchInlineBlanks, unescapeAll } from "../match/index.js";
import type { Match, MatchContext, MatcherName } from "../request/index.js";
import { lineText, splitLines } from "../text/index.js";

/** Implements LineTrimmedReplacer of the OpenCode specification: lines equal when both sides are trimmed. */
export function matchLineTrimmed(context: MatchContext): Match[] {
  return wholeLines(context, "line-trimmed", (old, file) =>
    old.every((line, at) => line.trim() === file[at]?.trim()),
  );
}

/**
 * Implements IndentationFlexibleReplacer of the OpenCode specification: lines equal without their common
 * indentation.
 */
export function matchIndentationFlexible(context: MatchContext): Match[] {
  return wholeLines(context, "indentation-flexible", (old, file) => {
    const mine = withoutCommonIndent(old);
    const theirs = withoutCommonIndent(file);
    return mine.every((line, at) => line === theirs[at]);
  });
}

/**
 * Implements WhitespaceNormalizedReplacer of the OpenCode specification and the fallback of the Amp
 * specification: runs of white space count as one space.
 */
export function matchWhitespaceNormalized(context: MatchContext): Match[] {
  const lines = wholeLines(
    context,
    "whitespace-normalized",
    (old, file) => collapse(old.join("\n")) === collapse(file.join("\n")),
  );
  if (lines.length > 0) return lines;
  const collapsed = collapse(context.old);
  return matchInlineBlanks(context)
    .filter((match) => collapse(context.content.slice(match.start, match.end)) === collapsed)
    .map((match) => ({ ...match, matcher: "whitespace-normalized" }));
}

/**
 * Implements EscapeNormalizedReplacer of the OpenCode specification: the old text unescaped. The new text is
 * unescaped too.
 */
export function matchEscapeNormalized(context: MatchContext): Match[] {
  const old = unescapeAll(context.old);
  if (old === context.old) return [];
  return offsets(context, "escape-normalized", old).map((match) => ({ ...match, restore: unescapeAll }));
}

/**
 * Implements TrimmedBoundaryReplacer of the OpenCode specification: the old text without surrounding white
 * space. The new text is trimmed too.
 */
export function matchTrimmedBoundary(context: MatchContext): Match[] {
  const { old } = context;
  const trimmed = old.trim();
  if (trimmed === old) return [];
  const leading = old.slice(0, old.length - old.trimStart().length);
  const trailing = old.slice(old.trimEnd().length);
  return offsets(context, "trimmed-boundary", trimmed).map((match) => ({
    ...match,
    restore: (newText) => {
      const cut = leading !== "" && newText.startsWith(leading) ? newText.slice(leading.length) : newText;
      return trailing !== "" && cut.endsWith(trailing) ? cut.slice(0, -trailing.length) : cut;
    },
  }));
}

function offsets(context: MatchContext, matcher: MatcherName, old: string): Match[] {
  return findOffsets(context.content, old, context.all).map((start) => ({
    matcher,
    start,
    end: start + old.length,
    similarity: 1,
    placement: "literal",
    old,
  }));
}

/** Returns blocks of whole lines with the same number of lines that a comparison accepts. */
function wholeLines(
  context: MatchContext,
  matcher: MatcherName,
  accept: (old: readonly string[], file: readonly string[]) => boolean,
): Match[] {
  const index = context.index();
  const old = splitLines(context.old).lines.map((line) => line.indent + line.text + line.trailing);
  const accepted = new Set<number>();
  for (const block of findBlocks(context)) {
    if (block.lastLine - block.firstLine + 1 !== old.length) continue;
    const file = old.map((_, at) => lineText(index, block.firstLine + at));
    if (accept(old, file)) accepted.add(index.starts[block.firstLine] as number);
  }
  const levels = ["trailing-blanks", "line-keys", "inline-blanks"] as const;
  return levels
    .flatMap((level) => matchBlock(context, level))
    .filter((match) => accepted.has(match.start))
    .sort((one, other) => one.start - other.start)
    .map((match) => ({ ...match, matcher }));
}

function collapse(text: string): string {
  return text.trim().replace(/\s+/g, " ");
}

function withoutCommonIndent(lines: readonly string[]): string[] {
  const depths = lines
    .filter((line) => line.trim() !== "")
    .map((line) => line.length - line.trimStart().length);
  const common = depths.length > 0 ? Math.min(...depths) : 0;
  return lines.map((line) => (line.trim() === "" ? "" : line.slice(common).trimEnd()));
}
