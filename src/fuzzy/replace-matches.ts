import { failure } from "./edit-failure.js";
import { MAX_REPLACED_PLACES } from "./match/index.js";
import { replacementFor } from "./merge/index.js";
import {
  createSpan,
  type EditFailure,
  type EditResult,
  LineCounter,
  type Match,
  type MatcherName,
  type MatchSpan,
} from "./request/index.js";
import { lineEndsNear, withLineEnds } from "./text/index.js";

/**
 * Maximum UTF-16 units of an edited text, a little more than the largest file that is edited: building a text is one step of the
 * engine, which nothing can divide.
 */
const MAX_RESULT_CHARACTERS = 41 * 1024 * 1024;

/** Replaces each of some places, and tells the first matcher's name. */
export function replaceMatches(content: string, matches: readonly Match[], newString: string): EditResult {
  if (matches.length > MAX_REPLACED_PLACES) return tooManyPlaces();
  const pieces: string[] = [];
  const spans: MatchSpan[] = [];
  let reached = 0;
  let length = content.length;
  let similarity = 1;
  let isChanged = false;
  const lineEnds = lineEndsNear(content);
  const lines = new LineCounter(content);
  for (const match of matches) {
    if (match.start < reached) continue;
    const replacement = replacementFor(content, match, newString, lineEnds);
    length += replacement.length - (match.end - match.start);
    if (length > MAX_RESULT_CHARACTERS) {
      return resultTooLong(matches.length);
    }
    similarity = Math.min(similarity, match.similarity);
    isChanged ||= replacement !== content.slice(match.start, match.end);
    pieces.push(content.slice(reached, match.start), replacement);
    spans.push(createSpan(content, match.start, match.end, lines));
    reached = match.end;
  }
  pieces.push(content.slice(reached));
  const edited = pieces.length === 3 ? (pieces[0] as string) + pieces[1] + pieces[2] : pieces.join("");
  const [first] = matches as readonly [Match];
  // Several different replacements may add up to the same text; comparing a whole long text takes its time.
  if (!isChanged || (spans.length > 1 && edited === content)) {
    return failure(
      "no-change",
      "The edit was found but changes nothing: the file already reads as newString says.",
      {
        spans,
      },
    );
  }
  return {
    ok: true,
    content: edited,
    matcher: first.matcher,
    spans,
    similarity,
    warnings: warningsFor(first.matcher),
  };
}

/**
 * Returns what replaces each exact occurrence of a text, if it is the same at all of them and a change: in a text with one kind of line
 * ends.
 */
export function commonReplacement(content: string, old: string, newString: string): string | undefined {
  if (!newString.includes("\n")) return newString;
  if (content.includes("\r")) return undefined;
  const replacement = withLineEnds(newString, content.includes("\n") ? "\n" : undefined);
  return replacement === old ? undefined : replacement;
}

/**
 * Replaces a text at each of its offsets by its {@link commonReplacement}: what {@link replaceMatches}
 * would return, at a quarter of its time, because a hundred thousand places need no object each but their span.
 */
export function replaceOffsets(
  content: string,
  offsets: readonly number[],
  old: string,
  replacement: string,
): EditResult {
  if (offsets.length > MAX_REPLACED_PLACES) return tooManyPlaces();
  if (content.length + offsets.length * (replacement.length - old.length) > MAX_RESULT_CHARACTERS) {
    return resultTooLong(offsets.length);
  }
  const lines = new LineCounter(content);
  return {
    ok: true,
    content: content.split(old).join(replacement),
    matcher: "exact",
    spans: offsets.map((start) => createSpan(content, start, start + old.length, lines)),
    similarity: 1,
    warnings: [],
  };
}

function tooManyPlaces(): EditFailure {
  return failure(
    "too-large",
    `oldString is at more than ${MAX_REPLACED_PLACES} places, which one edit does not replace. Send a longer oldString, or change the file with a command.`,
  );
}

function resultTooLong(places: number): EditFailure {
  return failure(
    "too-large",
    `The edited text would have more than ${MAX_RESULT_CHARACTERS} characters: newString goes to ${places} places. Edit fewer places or send a shorter text.`,
  );
}

const WARNINGS: Readonly<Partial<Record<MatcherName, string>>> = {
  "line-numbers":
    "oldString held line numbers from a listing; they were taken off. Leave them out next time.",
  "code-fence": "oldString was wrapped in a code fence; it was taken off.",
  escapes: "oldString was escaped once too often; the escapes were undone in both texts.",
  "diff-marks": "oldString and newString held the marks of a diff; they were taken off.",
  wrapping: "oldString was wrapped in quotes, a fence or a CDATA section; it was taken off.",
  entities:
    "oldString held HTML entities where the file has the characters; they were decoded in both texts.",
  alignment:
    "oldString differs from the file in places the edit does not change; there the file was kept as it is.",
};

function warningsFor(matcher: MatcherName): string[] {
  const warning = WARNINGS[matcher];
  return warning === undefined ? [] : [warning];
}
