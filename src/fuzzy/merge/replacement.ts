import type { Match } from "../request/index.js";
import {
  detectIndentUnit,
  lineEndNear,
  linesAround,
  reindent,
  splitLines,
  unitOf,
  withLineEnds,
} from "../text/index.js";
import { mergeLines } from "./line-merge.js";
import { mergeRewrapped } from "./rewrap-merge.js";
import { mergeTokens } from "./token-merge.js";

/** Returns the line end of a place; see `lineEndNear`. */
type LineEndFinder = (start: number, end: number) => "\n" | "\r\n" | undefined;

/**
 * Returns the replacement of a match. `newString` is used literally: `$&` is text. To replace many places,
 * pass `lineEndsNear(content)`.
 */
export function replacementFor(
  content: string,
  match: Match,
  newString: string,
  lineEnds: LineEndFinder = (start, end) => lineEndNear(content, start, end),
): string {
  const newText = match.restore ? match.restore(newString) : newString;
  const { start, end } = match;
  switch (match.placement) {
    case "literal":
      return placeLiterally(content, match, newText, lineEnds);
    case "merge":
      return mergeLines({
        content,
        start,
        end,
        old: match.old,
        newText,
        pairs: match.pairs ?? [],
        lineEnd: lineEnds(start, end) ?? "\n",
      });
    case "rewrap":
      return placeRewrapped(content, match, newText, lineEnds);
    case "block":
      return placeBlock(content, match, newText, lineEnds);
  }
}

function placeLiterally(content: string, match: Match, newText: string, lineEnds: LineEndFinder): string {
  const { start, end, old } = match;
  if (!newText.includes("\n")) return newText;
  const region = content.slice(start, end);
  if (hasMixedLineEnds(region)) {
    const pairs = splitLines(old).lines.map((_, line) => line);
    return mergeLines({ content, start, end, old, newText, pairs, lineEnd: lineEnds(start, end) ?? "\n" });
  }
  return withLineEnds(newText, lineEnds(start, end));
}

function hasMixedLineEnds(text: string): boolean {
  const carriage = text.indexOf("\r\n");
  if (carriage < 0) return false;
  return /(^|[^\r])\n/.test(text);
}

/**
 * Merges the new text line by line, or token by token with the file's line breaks; inserts it as a block if
 * too much changed.
 */
function placeRewrapped(content: string, match: Match, newText: string, lineEnds: LineEndFinder): string {
  const lineEnd = lineEnds(match.start, match.end) ?? "\n";
  const byLines = mergeRewrapped(content, match, newText, lineEnd);
  if (byLines !== undefined) return byLines;
  const region = content.slice(match.start, match.end);
  const plain = region.replaceAll("\r\n", "\n");
  const shifted = shift(content, match, match.old);
  const merged = mergeTokens(shifted.trimEnd(), plain.trimEnd(), shift(content, match, newText).trimEnd());
  if (merged === undefined) return placeBlock(content, match, newText, lineEnds);
  const ended = region.endsWith("\n") && newText.trim() !== "";
  return withLineEnds(ended ? `${merged}\n` : merged, lineEnd);
}

/**
 * Returns the new text at the indentation of the place, with its line ends; the final one as the place has
 * it.
 */
function placeBlock(content: string, match: Match, newText: string, lineEnds: LineEndFinder): string {
  const { start, end, old } = match;
  let text = shift(content, match, newText);
  if (old.endsWith("\n") && text !== "") {
    const bare = text.replace(/\r?\n$/, "");
    text = content.charCodeAt(end - 1) === 10 ? `${bare}\n` : bare;
  }
  return withLineEnds(text, lineEnds(start, end));
}

/** Moves a text by the indentation difference of the first line of the old text. */
function shift(content: string, match: Match, text: string): string {
  const { start, end, old } = match;
  const plain = text.replaceAll("\r\n", "\n");
  const startsMidLine = start > 0 && content.charCodeAt(start - 1) !== 10;
  const own = splitLines(old).lines.find((line) => line.text !== "");
  const file = splitLines(content.slice(start, end)).lines.find((line) => line.text !== "");
  if (startsMidLine || !own || !file || own.indent === file.indent) return plain;
  const unit = detectIndentUnit(linesAround(content, start));
  const oldUnit = unitOf(
    splitLines(`${old}\n${plain}`)
      .lines.filter((line) => line.text !== "")
      .map((line) => line.indent),
  );
  return reindent(plain, {
    from: own.indent,
    to: file.indent,
    ...(unit ? { unit } : {}),
    ...(oldUnit ? { oldUnit } : {}),
  });
}
