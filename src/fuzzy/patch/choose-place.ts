import type { Match, MatchContext } from "../request/index.js";
import { lineAt } from "../text/index.js";
import type { PatchHunk } from "./patch-hunk.js";

/** The place that the hunks before have reached. */
export interface PatchCursor {
  /** End of the changed lines of the last hunk. */
  readonly at: number;
  /** End of its last context line. */
  readonly regionEnd: number;
  /**
   * Whether there are hunks before, each after the one before it. Lines that stand several times are then looked for after
   * them, as Codex does; hunks that share lines are not written for Codex.
   */
  readonly isInOrder: boolean;
  /** Whether the hunk before is found and consists of context lines alone: it names the place of the next one. */
  readonly isNamed?: boolean;
  /** Start of the changed lines of a later hunk with a certain place: this hunk changes lines before them. */
  readonly until?: number;
}

/** The cursor of the first hunk. */
export const START: PatchCursor = { at: 0, regionEnd: 0, isInOrder: false };

/** Minimum visible characters of the shared lines that connect a hunk with the one before. */
const SHARED_CHARACTERS = 10;

/**
 * Returns the match that an anchor, the end of the file, a line number or the hunk before chooses; `undefined` if several are as
 * likely.
 */
export function choosePlace(
  context: MatchContext,
  matches: readonly Match[],
  hunk: PatchHunk,
  { anchor, ...cursor }: PatchCursor & { readonly anchor: number | undefined },
): Match | undefined {
  const { content } = context;
  const index = context.index();
  if (matches.length === 1) return matches[0];
  const lineOf = (match: Match) => lineAt(index, match.start);
  const { at: from, until = Number.POSITIVE_INFINITY } = cursor;
  const later = matches.filter((match) => {
    const start = changeStart(content, hunk, match);
    return start >= from && start < until;
  });
  const { startLine, atEndOfFile } = hunk;
  if (atEndOfFile) {
    const last = later.filter((match) => content.slice(match.end).trim() === "");
    if (last.length === 1) return last[0];
  }
  const exact = startLine === undefined ? undefined : later.find((match) => lineOf(match) + 1 === startLine);
  if (exact !== undefined) return exact;
  const below = anchor === undefined ? undefined : later.find((match) => lineOf(match) >= anchor);
  if (startLine === undefined && anchor !== undefined) {
    // A hunk may repeat its heading; Codex applies it below the heading, so that a copy there is as likely.
    const repeats = below !== undefined && lineOf(below) === anchor && later.at(-1) !== below;
    return repeats ? undefined : below;
  }
  const nearest = later.length === 1 ? later[0] : nearestTo(startLine, later, lineOf);
  // A heading and a line number that name different places are both uncertain.
  if (below !== undefined) return nearest === below ? below : undefined;
  if (nearest !== undefined) return nearest;
  // A hunk that begins with the last lines of the hunk before and continues after them belongs there.
  const isChange = hunk.lines.some(({ kind }) => kind !== "context");
  const overlapping = later.filter(
    (match) =>
      isChange &&
      match.start < cursor.regionEnd &&
      // Two changes without a line between them would be one hunk.
      changeStart(content, hunk, match) > cursor.at,
  );
  const joined = overlapping.filter(
    ({ start, end }) =>
      start >= cursor.at &&
      end > cursor.regionEnd &&
      visibleCharacters(content.slice(start, cursor.regionEnd)) >= SHARED_CHARACTERS,
  );
  // A copy below, where Codex applies it, is as likely.
  if (joined.length === 1 && later.every(({ start }) => start < cursor.regionEnd)) return joined[0];
  // A hunk may show the lines that the hunk before it changes, and change the next one.
  const isNext = later.some(
    (match) =>
      isChange &&
      changeStart(content, hunk, match) === cursor.at &&
      visibleCharacters(content.slice(match.start, cursor.at)) >= SHARED_CHARACTERS,
  );
  // Its lines may be those of the hunk before, or their copy below.
  if (overlapping.length > 0 || isNext) return undefined;
  // Codex searches from the end of the hunk before and takes the first place; line numbers are of other formats.
  if (!cursor.isInOrder || startLine !== undefined) return undefined;
  return later.find(({ start }) => start >= cursor.regionEnd);
}

function visibleCharacters(text: string): number {
  return text.replace(/\s+/g, "").length;
}

/** Returns the match nearest to a line, if no other is nearly as close: models miscount. */
function nearestTo(
  startLine: number | undefined,
  matches: readonly Match[],
  lineOf: (match: Match) => number,
): Match | undefined {
  if (startLine === undefined) return undefined;
  const [nearest, second] = matches
    .map((match) => ({ match, distance: Math.abs(lineOf(match) + 1 - startLine) }))
    .sort((one, other) => one.distance - other.distance);
  if (nearest && (!second || nearest.distance * 3 < second.distance)) return nearest.match;
  return undefined;
}

/** Returns the offset of the first line of a match that its hunk changes. */
function changeStart(content: string, hunk: PatchHunk, match: Match): number {
  const above = hunk.lines.findIndex(({ kind }) => kind !== "context");
  if (above <= 0) return match.start;
  const lastAbove = match.pairs?.[above - 1] ?? above - 1;
  let at = match.start;
  for (let line = 0; line <= lastAbove && at < match.end; line += 1) {
    const newline = content.indexOf("\n", at);
    at = newline === -1 ? match.end : newline + 1;
  }
  return at;
}
