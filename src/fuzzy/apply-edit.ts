import { editThroughBase } from "./edit-base.js";
import { failure, tooLarge, validate } from "./edit-failure.js";
import { exactMatches, findOffsets, hintsFor, withoutPastedNumbers } from "./match/index.js";
import { MATCHERS } from "./matchers.js";
import { commonReplacement, replaceMatches, replaceOffsets } from "./replace-matches.js";
import {
  checkEngineValues,
  createMatchContext,
  createSpan,
  type EditFailure,
  type EditRequest,
  type EditResult,
  LineCounter,
  type Match,
  type MatchContext,
  matchersOf,
  presetOf,
  StepBudget,
  thresholdsOf,
} from "./request/index.js";
import { elisionLine, newElision, occursOnce, placeholderWarning } from "./text/index.js";

/**
 * Maximum length of content for inexact matching, in UTF-16 units; longer content takes tens of milliseconds.
 */
export const MAX_FUZZY_CHARACTERS = 4 * 1024 * 1024;

/** Maximum length of an old text for inexact matching. */
export const MAX_NEEDLE_CHARACTERS = 1024 * 1024;

/** Maximum lines of an old text for inexact matching; no model writes as many, and twice as many take up to 300 ms. */
export const MAX_NEEDLE_LINES = 5_000;

/**
 * Maximum length of content for inexact matching in a brief attempt, in UTF-16 units; takes about 20 ms at
 * worst.
 */
export const MAX_BRIEF_CHARACTERS = 128 * 1024;

/** Maximum UTF-16 units of the old and the new text together for a brief attempt. */
export const MAX_BRIEF_TEXTS = 32 * 1024;

/** Comparisons of a brief attempt: about 20 ms. */
export const BRIEF_STEPS = 250_000;

/** Maximum number of places of a brief attempt: about 5 ms. */
const MAX_BRIEF_PLACES = 5_000;

/** Maximum number of places named in the message of an ambiguous edit. */
const MAX_NAMED_PLACES = 10;

/**
 * Replaces a text at the one place where it certainly occurs, or returns why it does not.
 *
 * Matchers run from strict to loose, and the first that finds a place decides: one place is edited, several
 * without `replaceAll` are refused with their lines, and a looser matcher never chooses between them. Text
 * that the edit does not touch stays byte-identical. Pure and synchronous; never throws, for any text.
 *
 * @throws RangeError for an unknown preset, matcher or threshold, with the known ones
 *
 * @example
 * const result = applyEdit({ content, oldString: "const a = 1;", newString: "const a = 2;" });
 * if (result.ok) write(result.content);
 * else console.log(result.message);
 */
export function applyEdit(request: EditRequest): EditResult {
  // Without a step limit there is always a result.
  return attempt(request, undefined) as EditResult;
}

/**
 * Returns the result of {@link applyEdit} if that takes little time, and `undefined` if it could block the
 * event loop for tens of milliseconds.
 */
export function applyEditBriefly(request: EditRequest): EditResult | undefined {
  // With a base, the edit is made in both texts.
  return attempt(request, typeof request?.base === "string" ? BRIEF_STEPS / 2 : BRIEF_STEPS);
}

/** Makes an edit; with a step limit, returns `undefined` if the edit needs more steps. */
function attempt(request: EditRequest, steps: number | undefined): EditResult | undefined {
  const invalid = validate(request);
  if (invalid) return invalid;
  const isBrief = steps !== undefined;
  if (isBrief && request.oldString.length + request.newString.length > MAX_BRIEF_TEXTS) return undefined;
  const { content } = request;
  const [oldString, newString] = withoutByteOrderMark(request.oldString, request.newString);
  if (oldString === newString) {
    return failure("identical", "oldString and newString are the same: there is nothing to change.");
  }
  if (oldString === "") {
    return failure(
      "empty",
      "oldString is empty. Provide the text to replace; a new file is created by another tool.",
    );
  }
  const elided = newElision(oldString, newString, content);
  if (elided !== undefined && !occursOnce(content, oldString)) {
    return failure(
      "elided",
      `newString leaves text out with "${elided}", which would be written to the file. Write the lines out.`,
      { hints: [{ kind: "elision", message: `The line "${elided}" is a placeholder, not text.` }] },
    );
  }
  const decided = decide(request, oldString, newString, steps);
  const result = elided === undefined ? decided : withWarning(decided, placeholderWarning(elided));
  const { base } = request;
  if (result === undefined || typeof base !== "string" || base === content) return result;
  if (!result.ok && result.reason !== "not-found" && result.reason !== "ambiguous") return result;
  if (isBrief && base.length + content.length > MAX_BRIEF_CHARACTERS) return undefined;
  return editThroughBase(request, base, {
    direct: result,
    edit: (inBase) => attempt(inBase, steps),
    isBrief,
  });
}

function decide(
  request: EditRequest,
  oldString: string,
  newString: string,
  steps: number | undefined,
): EditResult | undefined {
  const { content } = request;
  checkEngineValues(request);
  const preset = presetOf(request.preset);
  const all = request.replaceAll === true;
  const names = matchersOf(preset, request.matchers);
  const bare = names.includes("line-numbers") ? withoutPastedNumbers(oldString, newString) : undefined;
  if (bare !== undefined) {
    const [, unmarked] = withoutByteOrderMark(request.oldString, bare);
    return withWarning(decide(request, oldString, unmarked, steps), NUMBERS_IN_NEW);
  }
  // Nearly every edit is exact, so nothing else is prepared before this check.
  if (names[0] === "exact") {
    const offsets = findOffsets(content, oldString, { all });
    if (steps !== undefined && offsets.length > MAX_BRIEF_PLACES) return undefined;
    const replacement =
      offsets.length > 1 && all ? commonReplacement(content, oldString, newString) : undefined;
    if (replacement !== undefined) return replaceOffsets(content, offsets, oldString, replacement);
    if (offsets.length > 0) return settle(content, exactMatches(offsets, oldString), { newString, all });
  }
  const isHuge = isTooLarge(content, oldString);
  if (steps !== undefined && !isHuge && content.length > MAX_BRIEF_CHARACTERS) return undefined;
  const context = createMatchContext({
    content,
    old: oldString,
    newText: newString,
    all,
    thresholds: thresholdsOf(preset, request.thresholds),
    budget: steps === undefined ? undefined : new StepBudget(steps),
  });
  for (const name of names) {
    if (isHuge && name !== "exact" && name !== "simple" && name !== "multi-occurrence") continue;
    const matches = MATCHERS[name](context);
    // A search that exhausted its budget may have missed a second place, so one place does not prove
    // uniqueness.
    if (context.budget.isSpent) {
      return steps === undefined ? tooLarge("the comparison took too many steps") : undefined;
    }
    if (matches.length === 0) continue;
    return settle(content, matches, { newString, all });
  }
  if (isHuge) return tooLarge("the text or oldString is too long for more than an exact search");
  const miss = notFound(context);
  // Hints from an exhausted brief budget differ from those of the full one.
  return steps !== undefined && context.budget.isSpent ? undefined : miss;
}

/** Replaces one place, or all requested ones; several unrequested places are an ambiguity. */
function settle(
  content: string,
  matches: readonly Match[],
  { newString, all }: { readonly newString: string; readonly all: boolean },
): EditResult {
  return matches.length > 1 && !all
    ? ambiguous(content, matches)
    : replaceMatches(content, matches, newString);
}

const NUMBERS_IN_NEW =
  "newString held line numbers from a listing; they were taken off. Leave them out next time.";

function withWarning(result: EditResult | undefined, warning: string): EditResult | undefined {
  return result?.ok === true ? { ...result, warnings: [...result.warnings, warning] } : result;
}

function ambiguous(content: string, matches: readonly Match[]): EditFailure {
  const lines = new LineCounter(content);
  const spans = matches.map((match) => createSpan(content, match.start, match.end, lines));
  const lineNumbers = [...new Set(spans.map((span) => span.startLine))];
  const named = lineNumbers.slice(0, MAX_NAMED_PLACES);
  const more = lineNumbers.length > named.length ? " and more" : "";
  return failure(
    "ambiguous",
    `oldString matches ${spans.length} places (${named.length > 1 ? "lines" : "line"} ${named.join(", ")}${more}). Add lines around the one you mean, or set replaceAll to change them all.`,
    {
      spans,
      hints: spans.slice(0, 3).map((span) => ({
        kind: "more-context",
        message: `One place is at line ${span.startLine}.`,
        startLine: span.startLine,
        endLine: span.endLine,
      })),
    },
  );
}

function notFound(context: MatchContext): EditFailure {
  const elided = elisionLine(context.old, context.content);
  if (elided !== undefined && !occursOnce(context.content, context.old)) {
    return failure(
      "elided",
      `oldString leaves text out with "${elided}", which is not in the file. Send every line exactly as in the file, or edit the parts one by one.`,
      { hints: hintsFor(context) },
    );
  }
  const hints = hintsFor(context);
  const first = hints[0]?.message ?? "Read the file again and copy the text from it.";
  return failure("not-found", `oldString was not found in the file. ${first}`, { hints });
}

function isTooLarge(content: string, oldString: string): boolean {
  if (content.length > MAX_FUZZY_CHARACTERS || oldString.length > MAX_NEEDLE_CHARACTERS) return true;
  let lines = 0;
  for (let at = oldString.indexOf("\n"); at >= 0; at = oldString.indexOf("\n", at + 1)) lines++;
  return lines > MAX_NEEDLE_LINES;
}

/** A model does not see a byte order mark; a copied one does not belong to the text to change. */
function withoutByteOrderMark(oldString: string, newString: string): [string, string] {
  if (oldString.charCodeAt(0) !== 0xfeff) return [oldString, newString];
  return [oldString.slice(1), newString.charCodeAt(0) === 0xfeff ? newString.slice(1) : newString];
}
