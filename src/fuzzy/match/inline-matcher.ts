import { MAX_AMBIGUOUS_MATCHES, type Match, type MatchContext } from "../request/index.js";
import {
  BLANK_CLASS,
  characterClass,
  cutsToken,
  splitLines,
  type VisibleNeedle,
  visibleNeedle,
  type WalkedPlace,
  walkFrom,
} from "../text/index.js";
import { matchBlock } from "./block-matcher.js";

/** Minimum visible characters of a text that may be found inside a line with other blanks. */
const MIN_INLINE_CHARACTERS = 4;

/**
 * Returns the places where only the blanks inside a line differ: whole lines first, otherwise parts of a
 * line.
 */
export function matchInlineBlanks(context: MatchContext): Match[] {
  const blocks = matchBlock(context, "inline-blanks");
  const taken = blocks.map(({ start, end }) => ({ start, end }));
  const inline: InlineMatch[] = [];
  for (const place of walkAll(context, "same")) {
    if (cutsToken(context.content, place.start, place.end)) continue;
    const match = toMatch(context, place);
    if (match && !taken.some((other) => match.start < other.end && other.start < match.end))
      inline.push(match);
  }
  // A block that begins or ends inside a line is another block; next to a second place it shows an ambiguity.
  const isAmbiguous = !context.all && blocks.length + inline.length > 1;
  const certain = isAmbiguous ? inline : inline.filter(({ isPart }) => !isPart);
  return [...blocks, ...certain].sort((one, other) => one.start - other.start);
}

/** A match of which it is known whether it is a block of lines that begins or ends inside a line of the file. */
interface InlineMatch extends Match {
  readonly isPart: boolean;
}

/**
 * Returns every place that the walk accepts, by position, until the budget is exhausted or the ambiguity is
 * proven.
 */
export function walkAll(context: MatchContext, newlines: "same" | "free"): WalkedPlace[] {
  const { content, old, all, budget } = context;
  const needle = context.rememberOfOld("visible", () => visibleNeedle(old));
  if (!needle || needle.characters.length < MIN_INLINE_CHARACTERS) return [];
  const places: WalkedPlace[] = [];
  let reached = 0;
  for (let at = nextProbe(content, needle, 0); at >= 0; at = nextProbe(content, needle, at + 1)) {
    const { place, steps } = walkFrom(content, needle, at, newlines);
    if (!budget.take(steps + 4)) break;
    if (!place || (all && place.start < reached)) continue;
    places.push(place);
    reached = place.end;
    if (!all && places.length >= MAX_AMBIGUOUS_MATCHES) break;
  }
  return places;
}

function nextProbe(content: string, needle: VisibleNeedle, from: number): number {
  return content.indexOf(needle.probe, from);
}

/** Extends a place to its whole lines if only blanks surround it, so that indentation can be compared. */
function toMatch(context: MatchContext, place: WalkedPlace): InlineMatch | undefined {
  const { content } = context;
  const own = splitLines(context.old.trim());
  let start = place.start;
  while (start > 0 && isInlineBlank(content, start - 1)) start--;
  const fromLineStart = start === 0 || content.charCodeAt(start - 1) === 10;
  if (!fromLineStart) start = place.start;
  let end = place.end;
  while (end < content.length && isInlineBlank(content, end)) end++;
  const toLineEnd =
    end === content.length || content.charCodeAt(end) === 10 || content.startsWith("\r\n", end);
  const isPart = context.old.trim().includes("\n") && !(fromLineStart && toLineEnd);
  const trailing = context.old.slice(context.old.trimEnd().length);
  if (trailing.includes("\n")) {
    if (!toLineEnd) return undefined;
    end = Math.min(content.length, end + 1);
  } else {
    end = place.end;
  }
  const region = splitLines(content.slice(start, end)).lines;
  const pairs: number[] = [];
  let line = 0;
  for (const mine of own.lines) {
    const blank = mine.text === "";
    if (blank) {
      const here = region[line];
      pairs.push(here && here.text === "" ? line++ : -1);
      continue;
    }
    while (line < region.length && region[line]?.text === "") line++;
    pairs.push(line < region.length ? line++ : -1);
  }
  if (pairs.length === 0) return undefined;
  const leading = context.old.slice(0, context.old.length - context.old.trimStart().length);
  const leadingLines = leading.slice(0, leading.lastIndexOf("\n") + 1);
  // The blanks around the old text are the model's: the file keeps its own, and those of the new text are
  // removed in the same way.
  const restore = (newText: string) => {
    const cut = newText.startsWith(leadingLines) ? newText.slice(leadingLines.length) : newText;
    if (cut.trim() === "") return "";
    if (trailing.includes("\n")) return `${cut.trimEnd()}\n`;
    return trailing !== "" && cut.endsWith(trailing) ? cut.slice(0, -trailing.length) : cut;
  };
  return {
    matcher: "inline-blanks",
    start,
    end,
    similarity: 1,
    placement: "merge",
    old: leading.slice(leadingLines.length) + context.old.trim() + (trailing.includes("\n") ? "\n" : ""),
    pairs,
    restore,
    isPart,
  };
}

/** Returns whether a character is a blank, but no part of a line end. */
export function isInlineBlank(content: string, at: number): boolean {
  const code = content.charCodeAt(at);
  return code !== 10 && code !== 13 && characterClass(code) === BLANK_CLASS;
}
