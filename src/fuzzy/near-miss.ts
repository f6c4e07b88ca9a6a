import { distance } from "fastest-levenshtein";
import type { EditRequest } from "./edit.js";
import { countLineFeeds } from "./line-position.js";
import { textLines } from "./text-lines.js";

/** Lines of the old text that vote for a place; a longer text is found by its first lines. */
const MAX_VOTING_LINES = 50;

/** Places that one line may vote for; a brace on every tenth line tells nothing. */
const MAX_VOTES_PER_LINE = 20;

/** Lines of the file that are compared by edit distance before the search for a similar one gives up. */
const MAX_COMPARED_LINES = 20_000;

/** Share of a line that must be equal for it to be worth showing. */
const MIN_SIMILARITY = 0.6;

/** Longest piece of a line that a hint shows, in UTF-16 code units. */
const MAX_SHOWN_LENGTH = 160;

/** Says what may have gone wrong with an edit whose old text was not found: at most three sentences, best first. */
export function nearMissHints(request: EditRequest): string[] {
  const { content, oldString, newString } = request;
  const hints: string[] = [];
  if (newString.trim().length > 1 && content.includes(newString)) {
    const line = 1 + countLineFeeds(content, 0, content.indexOf(newString));
    hints.push(`The new text is already in the file, at line ${line}: the edit may have been made before.`);
  }
  if (textLines(oldString).every((line) => /^\s*\d+[:|\t]/.test(line.text))) {
    hints.push("Every line starts with a number: leave out the line numbers that belong to the display.");
  }
  const nearest = nearestByVotes(content, oldString) ?? nearestBySimilarity(content, oldString);
  if (nearest !== undefined) hints.push(nearest);
  return hints;
}

/** The place that shares most lines with the old text, and the first line in which it differs. */
function nearestByVotes(content: string, oldString: string): string | undefined {
  const old = textLines(oldString).slice(0, MAX_VOTING_LINES);
  const votes = new Map<number, number>();
  for (const [index, line] of old.entries()) {
    const key = line.text.trim();
    if (key.length < 2) continue;
    for (const lineNumber of linesEqualTo(content, key)) {
      const start = lineNumber - index;
      if (start >= 1) votes.set(start, (votes.get(start) ?? 0) + 1);
    }
  }
  const [best] = [...votes].sort(([lineA, a], [lineB, b]) => b - a || lineA - lineB);
  if (best === undefined) return undefined;
  const [startLine] = best;
  const file = linesFrom(content, startLine, old.length);
  const isEqual = old.map((line, index) => line.text.trim() === file[index]?.trim());
  const equal = isEqual.filter(Boolean).length;
  const differing = isEqual.indexOf(false);
  const place = `The nearest place is line ${startLine}: ${equal} of ${old.length} lines are equal there.`;
  if (differing === -1) return place;
  const actual = file[differing];
  return actual === undefined
    ? `${place} The file ends before line ${startLine + differing}.`
    : `${place} Line ${startLine + differing} is ${shown(actual)}, not ${shown(old[differing]?.text ?? "")}.`;
}

/** Numbers of the first lines that are equal to a key but for the white space around them. */
function linesEqualTo(content: string, key: string): number[] {
  const lines: number[] = [];
  let line = 1;
  let position = 0;
  for (let hit = content.indexOf(key); hit !== -1 && lines.length < MAX_VOTES_PER_LINE; ) {
    const start = content.lastIndexOf("\n", hit) + 1;
    const feed = content.indexOf("\n", hit);
    line += countLineFeeds(content, position, start);
    position = start;
    if (content.slice(start, feed === -1 ? content.length : feed).trim() === key) lines.push(line);
    if (feed === -1) break;
    hit = content.indexOf(key, feed + 1);
  }
  return lines;
}

function linesFrom(content: string, startLine: number, count: number): string[] {
  let start = 0;
  for (let line = 1; line < startLine; line += 1) start = content.indexOf("\n", start) + 1;
  const lines: string[] = [];
  while (lines.length < count && start < content.length) {
    const feed = content.indexOf("\n", start);
    lines.push(content.slice(start, feed === -1 ? content.length : feed));
    start = feed === -1 ? content.length : feed + 1;
  }
  return lines;
}

/** The line of the file that is most like the longest line of the old text. */
function nearestBySimilarity(content: string, oldString: string): string | undefined {
  const wanted = textLines(oldString)
    .map((line) => line.text.trim())
    .reduce((longest, line) => (line.length > longest.length ? line : longest), "")
    .slice(0, MAX_SHOWN_LENGTH);
  if (wanted.length < 4) return undefined;
  let best = { similarity: MIN_SIMILARITY, line: 0, text: "" };
  let line = 0;
  for (let start = 0; start < content.length && line < MAX_COMPARED_LINES; ) {
    const feed = content.indexOf("\n", start);
    const end = feed === -1 ? content.length : feed;
    line += 1;
    // A line of quite another length cannot be similar enough; most lines are never compared.
    if (end - start >= wanted.length * MIN_SIMILARITY && end - start <= wanted.length * 4) {
      const text = content.slice(start, end).trim();
      const longer = Math.max(text.length, wanted.length);
      if (Math.min(text.length, wanted.length) / longer > best.similarity) {
        const similarity = 1 - distance(wanted, text) / longer;
        if (similarity > best.similarity) best = { similarity, line, text };
      }
    }
    start = end + 1;
  }
  if (best.line === 0) return undefined;
  return `The most similar line is line ${best.line}: ${shown(best.text)}, not ${shown(wanted)}.`;
}

/** A line in quotes, with tabs and other invisible characters made visible. */
function shown(line: string): string {
  const text = line.replace(/\r$/, "");
  return JSON.stringify(text.length > MAX_SHOWN_LENGTH ? `${text.slice(0, MAX_SHOWN_LENGTH)}...` : text);
}
