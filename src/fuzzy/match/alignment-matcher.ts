import { type NearRegion, type NeedleLines, readNeedle, searchNear } from "../locate/index.js";
import type { Match, MatchContext } from "../request/index.js";
import { elisionLine, lineEnd, lineText } from "../text/index.js";
import { placesOfNewText, rejectionReason } from "./rejection-reasons.js";
import { findSpelledAlike } from "./spelling-matcher.js";

/**
 * Returns the one place that the old text certainly means although lines differ; empty if any rule rejects
 * it.
 */
export function matchAlignment(context: MatchContext): Match[] {
  if (elisionLine(context.old, context.content) !== undefined) return [];
  const spelled = findSpelledAlike(context);
  if (spelled.length > 0 && placesOfNewText(context).length === 0) {
    const needle = readNeedle(context.old);
    return spelled.map((region) => toMatch(context, needle, region));
  }
  const near = searchNear(context);
  const [best, ...others] = near.regions;
  if (!best) return [];
  const twins = others.filter((other) => isTwin(best, other));
  const rivals = others.filter((other) => !twins.includes(other));
  if (rejectionReason(context, near, best, { rivals, places: 1 + twins.length }) !== undefined) return [];
  // Equal alternatives are as certain as the best place: together they are an ambiguity, or all of the
  // places.
  return [best, ...twins]
    .sort((one, other) => one.first - other.first)
    .map((region) => toMatch(context, near.needle, region));
}

function isTwin(one: NearRegion, other: NearRegion): boolean {
  return (
    one.last - one.first === other.last - other.first &&
    one.likeness.every((likeness, line) => likeness === other.likeness[line])
  );
}

function toMatch(context: MatchContext, needle: NeedleLines, region: NearRegion): Match {
  const index = context.index();
  const firstLine = index.solid[region.first] as number;
  const lastLine = index.solid[region.last] as number;
  const pairs = new Array<number>(needle.lines.length).fill(-1);
  for (const [line, own] of needle.solid.entries()) {
    const position = region.places[line] as number;
    if (position >= 0 && region.likeness[line] !== "different")
      pairs[own] = (index.solid[position] as number) - firstLine;
  }
  const isBlank = (line: number) => lineText(index, firstLine + line).trim() === "";
  pairBlankLines(needle, pairs, lastLine - firstLine, isBlank);
  return {
    matcher: "alignment",
    start: index.starts[firstLine] as number,
    end: needle.endsWithNewline ? (index.starts[lastLine + 1] as number) : lineEnd(index, lastLine),
    similarity: region.similarity,
    placement: "merge",
    old: context.old,
    pairs,
  };
}

/** Pairs blank lines between two paired lines with the blank lines between their partners. */
function pairBlankLines(
  needle: NeedleLines,
  pairs: number[],
  lastLine: number,
  isBlank: (line: number) => boolean,
): void {
  let next = 0;
  needle.lines.forEach((line, own) => {
    const pair = pairs[own] as number;
    if (pair >= 0) next = pair + 1;
    else if (line.text === "" && next <= lastLine && next > 0 && isBlank(next)) pairs[own] = next++;
  });
}
