import { similarityOf } from "../compare/index.js";
import type { Match, MatchContext } from "../request/index.js";
import { lineEnd, lineText, splitLines } from "../text/index.js";
import { linesOf } from "./line-windows.js";

/** Minimum lines of a block that is found by its first and last line (the OpenCode specification). */
const MIN_ANCHORED_LINES = 3;

interface AnchoredBlock {
  readonly firstLine: number;
  readonly lastLine: number;
}

/**
 * Implements BlockAnchorReplacer of the OpenCode specification: first and last line as anchors, the middle by
 * edit distance. One candidate needs `singleCandidateSimilarity`, several `multipleCandidatesSimilarity`; the
 * most similar one is returned, or all equally similar ones.
 */
export function matchBlockAnchor(context: MatchContext): Match[] {
  const old = trimmedLines(context.old);
  if (old.length < MIN_ANCHORED_LINES) return [];
  const scored = anchoredBlocks(context, old).map((block) => ({
    block,
    similarity: middleSimilarity(context, old, block),
  }));
  const needed =
    scored.length > 1
      ? context.thresholds.multipleCandidatesSimilarity
      : context.thresholds.singleCandidateSimilarity;
  const best = scored.reduce((most, { similarity }) => Math.max(most, similarity), -1);
  return scored
    .filter((candidate) => candidate.similarity >= needed && candidate.similarity === best)
    .map(({ block, similarity }) => toMatch(context, "block-anchor", block, similarity));
}

/**
 * Implements ContextAwareReplacer of the OpenCode specification: anchors, the same number of lines, and a
 * share of the middle lines equal when trimmed.
 */
export function matchContextAware(context: MatchContext): Match[] {
  const old = trimmedLines(context.old);
  if (old.length < MIN_ANCHORED_LINES) return [];
  const index = context.index();
  const matches: Match[] = [];
  for (const block of anchoredBlocks(context, old)) {
    if (block.lastLine - block.firstLine + 1 !== old.length) continue;
    if (!context.budget.take(old.length)) return [];
    let total = 0;
    let equal = 0;
    for (let line = 1; line < old.length - 1; line++) {
      const file = lineText(index, block.firstLine + line).trim();
      if (old[line] === "" && file === "") continue;
      total++;
      if (old[line] === file) equal++;
    }
    const share = total === 0 ? 1 : equal / total;
    if (share >= context.thresholds.contextLineShare)
      matches.push(toMatch(context, "context-aware", block, share));
  }
  return matches;
}

function trimmedLines(text: string): string[] {
  return splitLines(text).lines.map((line) => line.text);
}

/** Returns the blocks from each line like the first to the next line like the last, at least two lines below. */
function anchoredBlocks(context: MatchContext, old: readonly string[]): AnchoredBlock[] {
  const lines = context.remember("trimmedLines", () => linesOf(context.content).map((line) => line.trim()));
  const [first, last] = [old[0], old[old.length - 1]];
  const ends = lines.flatMap((line, number) => (line === last ? [number] : []));
  const blocks: AnchoredBlock[] = [];
  let next = 0;
  for (const [line, text] of lines.entries()) {
    if (text !== first) continue;
    while ((ends[next] ?? Number.POSITIVE_INFINITY) < line + 2) next += 1;
    const lastLine = ends[next];
    if (lastLine === undefined) break;
    blocks.push({ firstLine: line, lastLine });
  }
  return blocks;
}

/** Returns the average similarity of the lines between the anchors. A pair of blank lines counts as different. */
function middleSimilarity(context: MatchContext, old: readonly string[], block: AnchoredBlock): number {
  const index = context.index();
  const lines = Math.min(old.length - 2, block.lastLine - block.firstLine - 1);
  if (lines <= 0) return 1;
  let sum = 0;
  for (let line = 1; line <= lines; line++) {
    const file = lineText(index, block.firstLine + line).trim();
    const own = old[line] as string;
    if (own === "" && file === "") continue;
    if (!context.budget.take(1 + Math.min(own.length, file.length))) return 0;
    sum += similarityOf(own, file);
  }
  return sum / lines;
}

function toMatch(
  context: MatchContext,
  matcher: "block-anchor" | "context-aware",
  block: AnchoredBlock,
  similarity: number,
): Match {
  const index = context.index();
  return {
    matcher,
    start: index.starts[block.firstLine] as number,
    end: context.old.endsWith("\n")
      ? (index.starts[block.lastLine + 1] as number)
      : lineEnd(index, block.lastLine),
    similarity,
    placement: "block",
    old: context.old,
  };
}
