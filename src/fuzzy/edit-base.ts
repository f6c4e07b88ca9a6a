import { failure } from "./edit-failure.js";
import { isUnchangedPlace } from "./merge/index.js";
import { isBriefComparison, MERGED_WARNING, mergeWithBase } from "./merge-with-base.js";
import type { EditFailure, EditRequest, EditResult, MatcherName, MatchSpan } from "./request/index.js";

/** Matchers of a text whose lines the file contains with other blanks. */
const BLANK_MATCHERS: ReadonlySet<MatcherName> = new Set(["trailing-blanks", "line-keys"]);

const IN_CURRENT_TEXT =
  "The file has changed since it was read. The edit was made in its current text, which contains oldString unchanged.";

/** Matchers of a text that the file contains exactly, apart from line ends. */
const EXACT_MATCHERS: ReadonlySet<MatcherName> = new Set([
  "exact",
  "simple",
  "multi-occurrence",
  "line-ends",
]);

/**
 * Makes an edit in the text that the model read, and merges it with the changes of the file since then.
 *
 * The edit is made in the current text instead if that contains the old text exactly: at the same place, if the text that was read has it
 * too; in every place with `replaceAll`; and if the text that was read does not have it, because the model then knows the current text
 * from elsewhere.
 *
 * @param attempts.direct - the result of the edit in the current text; returned if the edit applies to neither
 * @param attempts.edit - makes an edit without a base; `undefined` if it takes too long
 * @param attempts.isBrief - whether to return `undefined` if the merge takes more than a few milliseconds
 */
export function editThroughBase(
  request: EditRequest,
  base: string,
  attempts: {
    readonly direct: EditResult;
    readonly edit: (request: EditRequest) => EditResult | undefined;
    readonly isBrief: boolean;
  },
): EditResult | undefined {
  const { base: _base, ...rest } = request;
  const { content } = request;
  const { direct, isBrief } = attempts;
  if (isBrief && !isBriefComparison(base, content)) return undefined;
  const inBase = attempts.edit({ ...rest, content: base });
  if (inBase === undefined || (isBrief && inBase.ok && !isBriefComparison(base, inBase.content)))
    return undefined;
  const exact = direct.ok && EXACT_MATCHERS.has(direct.matcher) ? direct : undefined;
  const inCurrentText = exact && { ...exact, warnings: [...exact.warnings, IN_CURRENT_TEXT] };
  if (!inBase.ok) {
    if (!direct.ok) return direct;
    return (inBase.reason === "not-found" ? inCurrentText : undefined) ?? uncertain();
  }
  if (inCurrentText !== undefined && request.replaceAll === true) return inCurrentText;
  const merged = mergeWithBase(base, inBase.content, content);
  if (merged.ok) {
    if (exact !== undefined && !isBeside(exact.spans, merged.spans)) return copiedElsewhere();
    if (merged.content !== content)
      return { ...inBase, ...merged, warnings: [...inBase.warnings, MERGED_WARNING] };
    return failure(
      "no-change",
      "The file has changed since it was read, and already reads as newString says.",
    );
  }
  // Since the text was read, only the blanks of these lines have changed.
  if (direct.ok && BLANK_MATCHERS.has(direct.matcher) && isInConflict(direct.spans, merged))
    return {
      ...direct,
      warnings: [...direct.warnings, IN_CURRENT_TEXT.replace("unchanged", "with other blanks")],
    };
  const places = [inBase.spans[0], exact?.spans[0]] as const;
  return inCurrentText !== undefined && isUnchangedPlace(base, content, ...places) ? inCurrentText : merged;
}

/** Returns whether each place of the current text with the old text contains or touches a change of the merge. */
function isBeside(places: readonly MatchSpan[], changed: readonly MatchSpan[]): boolean {
  return places.every(({ start, end }) =>
    changed.some((change) => change.start <= end && change.end >= start),
  );
}

/** Returns whether a single place of the current text has lines of a conflict: it is not a copy of the lines elsewhere. */
function isInConflict(spans: readonly MatchSpan[], { hints }: EditFailure): boolean {
  const [span] = spans;
  const hint = hints[0];
  if (span === undefined || spans.length > 1 || hint?.startLine === undefined || hint.endLine === undefined)
    return false;
  return span.startLine <= hint.endLine && span.endLine >= hint.startLine;
}

/** Returns the failure of an edit whose merge is not where the current text contains the old text. */
function copiedElsewhere(): EditFailure {
  return failure(
    "conflict",
    "The file has changed since it was read: oldString now stands in another place, so the place of the edit is not certain. Nothing was written. Read the file again and make the edit in its current text.",
  );
}

/** Returns the failure of an edit that has no certain place in a text that changed. */
function uncertain(): EditFailure {
  return failure(
    "not-found",
    "The file has changed since it was read. Neither the text that was read nor the current text contains oldString at one certain place.",
  );
}
