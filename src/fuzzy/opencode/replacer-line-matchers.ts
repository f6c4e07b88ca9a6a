import { matchExact } from "../match/index.js";
import type { Match, MatchContext } from "../request/index.js";
import { allLines, collapsed, linesOf, matchWindows, wholeLinesMatch } from "./line-windows.js";
import { findWords } from "./word-run.js";

/** Characters that stand for others after a backslash in EscapeNormalizedReplacer of the OpenCode specification. */
const MEANINGS: Readonly<Record<string, string>> = { n: "\n", t: "\t", r: "\r" };

/** Undoes the escapes of line breaks, tabs, quotes, backslashes and dollar signs; other text is unchanged. */
function escapesUndone(text: string): string {
  return text.replace(/\\([ntr'"`\\\n$])/g, (_escape, character: string) => MEANINGS[character] ?? character);
}

/** Implements LineTrimmedReplacer of the OpenCode specification: lines equal when both sides are trimmed. */
export function matchLineTrimmed(context: MatchContext): Match[] {
  const old = linesOf(context.old).map((line) => line.trim());
  const file = context.remember("trimmedLines", () => linesOf(context.content).map((line) => line.trim()));
  return matchWindows(context, "line-trimmed", old.length, (first) =>
    allLines(context, old.length, (at) => old[at] === file[first + at]),
  );
}

/**
 * Implements IndentationFlexibleReplacer of the OpenCode specification: lines equal without their common
 * indentation.
 */
export function matchIndentationFlexible(context: MatchContext): Match[] {
  const old = withoutCommonIndent(linesOf(context.old));
  const file = linesOf(context.content);
  const first = old.findIndex((line) => line.trim() !== "");
  if (first < 0) return [];
  return matchWindows(context, "indentation-flexible", old.length, (start) => {
    // Most windows differ in this line already; building the others would take too long.
    if (file[start + first]?.trim() !== old[first]?.trim()) return false;
    if (!context.budget.take(old.length)) return false;
    const theirs = withoutCommonIndent(file.slice(start, start + old.length));
    return old.every((line, at) => line === theirs[at]);
  });
}

/**
 * Implements WhitespaceNormalizedReplacer of the OpenCode specification and the fallback of the Amp specification: runs
 * of white space, also line breaks of the old text, count as one space. Finds whole lines, the first part of a line, and
 * as many lines as the old text has.
 */
export function matchWhitespaceNormalized(context: MatchContext): Match[] {
  const { old, content, budget } = context;
  const wanted = collapsed(old);
  if (wanted === "") return [];
  const words = wanted.split(" ");
  const oldLines = linesOf(old);
  const file = linesOf(content);
  const matches: Match[] = [];
  for (const [number, line] of file.entries()) {
    if (!budget.take(1)) return [];
    if (collapsed(line) === wanted) {
      matches.push(
        wholeLinesMatch(context, "whitespace-normalized", {
          first: number,
          count: 1,
          isAligned: oldLines.length === 1,
        }),
      );
      continue;
    }
    const part = findWords(line, words, budget);
    if (part === undefined) continue;
    const start = (context.index().starts[number] as number) + part.start;
    const end = start + part.end - part.start;
    matches.push({ matcher: "whitespace-normalized", start, end, similarity: 1, placement: "literal", old });
  }
  if (oldLines.length > 1) {
    const normalized = file.map(collapsed);
    const windows = matchWindows(context, "whitespace-normalized", oldLines.length, (first) =>
      isJoined(context, (at) => normalized[first + at] ?? "", oldLines.length, wanted),
    );
    matches.push(...windows);
  }
  return matches.sort((one, other) => one.start - other.start);
}

/** Returns whether lines, joined by spaces, are a text; blank ones count for nothing. */
function isJoined(
  context: MatchContext,
  lineAt: (line: number) => string,
  count: number,
  text: string,
): boolean {
  let position = 0;
  const isPrefix = allLines(context, count, (at) => {
    const line = lineAt(at);
    if (line === "") return true;
    const start = position === 0 ? 0 : position + 1;
    if ((position > 0 && text[position] !== " ") || !text.startsWith(line, start)) return false;
    position = start + line.length;
    return true;
  });
  return isPrefix && position === text.length;
}

/**
 * Implements EscapeNormalizedReplacer of the OpenCode specification: the old text with its escapes undone, or lines of
 * the file that become it when theirs are undone. The new text is used literally.
 */
export function matchEscapeNormalized(context: MatchContext): Match[] {
  const undone = escapesUndone(context.old);
  const direct = matchExact({ ...context, old: undone }, "escape-normalized");
  const wanted = linesOf(undone);
  const file = context.remember("unescapedLines", () => linesOf(context.content).map(escapesUndone));
  const escaped = matchWindows(context, "escape-normalized", wanted.length, (first) =>
    allLines(context, wanted.length, (at) => wanted[at] === file[first + at]),
  ).map((match): Match => ({ ...match, placement: "literal" }));
  const known = new Set(direct.map(({ start }) => start));
  return [...direct, ...escaped.filter(({ start }) => !known.has(start))].sort(
    (one, other) => one.start - other.start,
  );
}

/**
 * Implements TrimmedBoundaryReplacer of the OpenCode specification: the old text without surrounding white
 * space. The new text is trimmed too.
 */
export function matchTrimmedBoundary(context: MatchContext): Match[] {
  const { old } = context;
  const trimmed = old.trim();
  if (trimmed === old || trimmed === "") return [];
  const leading = old.slice(0, old.length - old.trimStart().length);
  const trailing = old.slice(old.trimEnd().length);
  return matchExact({ ...context, old: trimmed }, "trimmed-boundary").map((match) => ({
    ...match,
    restore: (newText) => {
      const cut = leading !== "" && newText.startsWith(leading) ? newText.slice(leading.length) : newText;
      return trailing !== "" && cut.endsWith(trailing) ? cut.slice(0, -trailing.length) : cut;
    },
  }));
}

function withoutCommonIndent(lines: readonly string[]): string[] {
  const depths = lines
    .filter((line) => line.trim() !== "")
    .map((line) => line.length - line.trimStart().length);
  const common = depths.length > 0 ? Math.min(...depths) : 0;
  return lines.map((line) => (line.trim() === "" ? line : line.slice(common)));
}
