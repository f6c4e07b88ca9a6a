import { similarityOf } from "../compare/index.js";
import type { Match, MatchContext } from "../request/index.js";
import { type LineIndex, lineEnd, lineText, splitLines } from "../text/index.js";

/** Minimum lines of a block that is found by its first and last line (the OpenCode specification). */
const MIN_ANCHORED_LINES = 3;

/** Maximum number of examined blocks between anchors, for a file in which every line is an anchor. */
const MAX_ANCHORED_BLOCKS = 500;

/**
 * Maximum lines of the file between two anchors beyond twice those of the old text: otherwise it is another
 * block, not a changed one.
 */
const EXTRA_LINES = 10;

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
  const index = context.index();
  const scored = anchoredBlocks(context, old).map((block) => ({
    block,
    similarity: middleSimilarity(index, old, block),
  }));
  const needed =
    scored.length > 1
      ? context.thresholds.multipleCandidatesSimilarity
      : context.thresholds.singleCandidateSimilarity;
  const best = Math.max(...scored.map((candidate) => candidate.similarity), -1);
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

function anchoredBlocks(context: MatchContext, old: readonly string[]): AnchoredBlock[] {
  const index = context.index();
  const first = old[0] as string;
  const last = old[old.length - 1] as string;
  const blocks: AnchoredBlock[] = [];
  const span = old.length * 2 + EXTRA_LINES;
  for (let line = 0; line < index.lineCount && blocks.length < MAX_ANCHORED_BLOCKS; line++) {
    if (lineText(index, line).trim() !== first) continue;
    for (let other = line + 2; other < Math.min(index.lineCount, line + span); other++) {
      if (!context.budget.take(20)) return blocks;
      if (lineText(index, other).trim() !== last) continue;
      blocks.push({ firstLine: line, lastLine: other });
      break;
    }
  }
  return blocks;
}

function middleSimilarity(index: LineIndex, old: readonly string[], block: AnchoredBlock): number {
  const lines = Math.min(old.length - 2, block.lastLine - block.firstLine - 1);
  if (lines <= 0) return 1;
  let sum = 0;
  for (let line = 1; line <= lines; line++) {
    const file = lineText(index, block.firstLine + line).trim();
    const own = old[line] as string;
    sum += own === "" && file === "" ? 1 : similarityOf(own, file);
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
