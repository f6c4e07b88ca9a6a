import {
  type AppliedEdit,
  type EditMatcher,
  type EditOutcome,
  type EditRefusalReason,
  type EditRequest,
  MAX_REPORTED_SPANS,
  MAX_RESULT_LENGTH,
  type RefusedEdit,
} from "./edit.js";
import { exactMatches } from "./exact-matches.js";
import { lineEndMatches } from "./line-end-matches.js";
import { type OffsetRange, withLineNumbers } from "./line-position.js";
import { nearMissHints } from "./near-miss.js";
import { reindentedText, withLineEndsOf } from "./replacement-text.js";
import { textLines } from "./text-lines.js";
import { whitespaceMatches } from "./whitespace-matches.js";

/** One way to find the old text; the strict ones come first. */
interface Tier {
  readonly matcher: EditMatcher;
  readonly find: (request: EditRequest, which: "apart" | "every") => readonly OffsetRange[];
  readonly replacement: (request: EditRequest, range: OffsetRange) => string | undefined;
}

const literally: Tier["replacement"] = (request, range) => withLineEndsOf(request.content, range, request);

const TIERS: readonly Tier[] = [
  {
    matcher: "exact",
    find: ({ content, oldString }, which) => exactMatches(content, oldString, which),
    replacement: literally,
  },
  {
    matcher: "line-ends",
    find: ({ content, oldString }, which) => lineEndMatches(content, oldString, which),
    replacement: literally,
  },
  {
    matcher: "whitespace",
    find: ({ content, oldString }) => whitespaceMatches(content, oldString),
    replacement: (request, range) => reindentedText(request.content, range, request),
  },
];

/**
 * Replaces a text by another where it is certain which place is meant.
 *
 * The old text is looked for as it stands, then with other line ends, then as whole lines without the white space around
 * them. The first of these that finds anything decides: several places without `replaceAll` are refused, never narrowed
 * down by a looser look. The new text goes in literally (`$&` is no pattern), with the line ends of its place, and
 * re-indented where the old text was. Everything outside the spans stays as it is. Pure; never throws.
 *
 * @example
 * const outcome = applyEdit({ content: "a = 1\n", oldString: "a = 1", newString: "a = 2" });
 * if (outcome.ok) console.log(outcome.content);
 */
export function applyEdit(request: EditRequest): EditOutcome {
  const { oldString, newString, replaceAll = false } = request;
  if (oldString === "") return refuse("empty-match", "The text to replace is empty.");
  if (oldString === newString) {
    return refuse("identical-strings", "The text to replace and the new text are the same.");
  }
  for (const tier of TIERS) {
    const ranges = tier.find(request, replaceAll ? "apart" : "every");
    if (ranges.length === 0) continue;
    const overlapping =
      replaceAll && ranges.some((range, index) => range.start < (ranges[index - 1]?.end ?? 0));
    return (ranges.length > 1 && !replaceAll) || overlapping
      ? refuseSeveral(request, ranges)
      : replace(request, tier, ranges);
  }
  return refuse("no-match", "The text to replace is not in the file.", nearMissHints(request));
}

function replace(request: EditRequest, tier: Tier, ranges: readonly OffsetRange[]): EditOutcome {
  const { content, oldString, newString } = request;
  const grown = content.length + ranges.length * Math.max(0, newString.length - oldString.length);
  if (grown > MAX_RESULT_LENGTH) {
    return refuse("result-too-large", `The edit would make a text of about ${grown} characters.`, [
      `The limit is ${MAX_RESULT_LENGTH} characters; replace fewer places, or by a shorter text.`,
    ]);
  }
  const pieces: string[] = [];
  let position = 0;
  for (const range of ranges) {
    const replacement = tier.replacement(request, range);
    if (replacement === undefined) return refuseIndentation(request, ranges);
    pieces.push(content.slice(position, range.start), replacement);
    position = range.end;
  }
  pieces.push(content.slice(position));
  const edited = pieces.join("");
  if (edited === content) {
    return refuse("no-change", "The edit would leave the file as it is.", [
      "The place differs from the new text by white space at most, which the file keeps as its own.",
    ]);
  }
  return {
    ok: true,
    content: edited,
    matcher: tier.matcher,
    spans: withLineNumbers(content, ranges),
    ...rate(request, tier.matcher, ranges),
  };
}

/** How much had to be overlooked, and what to say about it. */
function rate(
  { content, oldString }: EditRequest,
  matcher: EditMatcher,
  ranges: readonly OffsetRange[],
): Pick<AppliedEdit, "similarity" | "warnings"> {
  if (matcher === "exact") return { similarity: 1, warnings: [] };
  if (matcher === "line-ends") {
    return { similarity: 1, warnings: ["The text was found with other line ends; the file keeps its own."] };
  }
  const lengths = (text: string) => {
    const lines = textLines(text);
    return {
      whole: lines.reduce((sum, line) => sum + line.text.length, 0),
      trimmed: lines.reduce((sum, line) => sum + line.text.trim().length, 0),
    };
  };
  const old = lengths(oldString);
  const worst = Math.min(
    ...ranges.map(
      ({ start, end }) => old.trimmed / Math.max(old.whole, lengths(content.slice(start, end)).whole),
    ),
  );
  return {
    similarity: worst,
    warnings: [
      "The text was found only by leaving out the white space around its lines; the new text got the file's indentation.",
    ],
  };
}

function refuseSeveral({ content }: EditRequest, ranges: readonly OffsetRange[]): RefusedEdit {
  const spans = withLineNumbers(content, ranges.slice(0, MAX_REPORTED_SPANS));
  return {
    ok: false,
    reason: "multiple-matches",
    message: `The text to replace is there ${ranges.length} times.`,
    spans,
    hints: [],
  };
}

function refuseIndentation({ content }: EditRequest, ranges: readonly OffsetRange[]): RefusedEdit {
  const spans = withLineNumbers(content, ranges);
  const { startLine, endLine } = spans[0] ?? { startLine: 1, endLine: 1 };
  const place = startLine === endLine ? `line ${startLine}` : `lines ${startLine}-${endLine}`;
  return {
    ok: false,
    reason: "no-match",
    message: "The text to replace is not in the file with this indentation.",
    spans,
    hints: [
      `It differs from ${place} only in its indentation, but not evenly, so it is not certain how to indent the new text. Copy the indentation of the file exactly.`,
    ],
  };
}

function refuse(reason: EditRefusalReason, message: string, hints: readonly string[] = []): RefusedEdit {
  return { ok: false, reason, message, hints };
}
