import { type ErrorCode, type StaleText, type ToolContext, ToolError } from "../../../contract/index.js";
import type { EditFailure, EditFailureReason, EditHint, MatchSpan } from "../../../fuzzy/index.js";
import type { EditWording } from "./edit-wording.js";

/** Line numbers that are listed; for more places, the count is enough. */
const MAX_LISTED_LINES = 20;

const CODES: Readonly<Record<EditFailureReason, ErrorCode>> = {
  identical: "identical-strings",
  empty: "empty-match",
  elided: "elided-text",
  "not-found": "no-match",
  ambiguous: "multiple-matches",
  "no-change": "no-change",
  conflict: "stale-file",
  "too-large": "file-too-large",
};

/** Refusals that may be caused by the changes of a file since it was read. */
const MERGE_FAILURES: ReadonlySet<string> = new Set<string>([CODES["not-found"], CODES.ambiguous]);

/** Converts a refused edit into the error for the model: first the sentence of the Amp specification, then a remedy. */
export function editRefusal(
  refused: EditFailure,
  path: string,
  { wording, offers }: { readonly wording: EditWording } & Pick<ToolContext, "offers">,
): ToolError {
  const message = [
    sentence(refused, path, wording),
    // The sentence already contains the places of an ambiguous text.
    ...refused.hints.filter(({ kind }) => kind !== "more-context").map((hint) => hintText(hint, wording)),
    remedy(refused, wording, offers),
  ]
    .filter((part) => part !== "")
    .join("\n");
  return new ToolError(message, { code: CODES[refused.reason], absolutePath: path });
}

/**
 * Returns the refusal of an edit in a file that has changed since the session read it: `stale-file`, with the lines that have changed and
 * why the edit was not merged. Unchanged where the edit itself is wrong, whatever the text.
 */
export function staleRefusal(refusal: ToolError, stale: StaleText | undefined): ToolError {
  if (stale === undefined || !MERGE_FAILURES.has(refusal.code)) return refusal;
  return new ToolError(`${stale.refusal}\nThe edit could not be merged: ${refusal.message}`, {
    code: "stale-file",
    absolutePath: refusal.absolutePath,
  });
}

function sentence({ reason, message, spans = [] }: EditFailure, path: string, wording: EditWording): string {
  switch (reason) {
    case "identical":
      return `${wording.oldText} and ${wording.newText} must be different.`;
    case "empty":
      return `${wording.oldText} must not be empty.`;
    case "not-found":
      return wording.notFound ?? `Could not find exact match for ${wording.oldText} in ${path}.`;
    case "ambiguous":
      return wording.ambiguous === undefined
        ? `found multiple matches for edit (${spans.length} occurrences). Use ${wording.replaceAll} or provide more context. They are at ${lineList(spans)}.`
        : `${wording.ambiguous(spans.length)}\nThey are at ${lineList(spans)}.`;
    default:
      return inParameterWords(message, wording);
  }
}

function hintText({ message, diff }: EditHint, wording: EditWording): string {
  // The remedy at the end asks to read the file again.
  const worded = inParameterWords(message, wording).replace(/ Read it again\.$/, "");
  return diff === undefined ? worded : `${worded}\n${diff}`;
}

function remedy(
  { reason, hints }: EditFailure,
  { createTool, readTool }: EditWording,
  offers: ToolContext["offers"],
): string {
  switch (reason) {
    case "empty":
      return `Pass the text to replace as it is in the file${offers(createTool) ? `; to write a whole file use ${createTool}` : ""}.`;
    case "not-found":
      if (hints.some(({ kind }) => kind === "already-applied"))
        return "Nothing was changed. Continue without this edit if that is what you meant; otherwise send the text that is there now.";
      return `Nothing was changed. Read the file again${offers(readTool) ? ` with ${readTool}` : ""} and copy the text exactly, white space included.`;
    case "ambiguous":
    case "elided":
    case "too-large":
      return "Nothing was changed.";
    default:
      return "";
  }
}

function lineList(spans: readonly MatchSpan[]): string {
  const lines = [...new Set(spans.map((span) => span.startLine))];
  const listed = lines.slice(0, MAX_LISTED_LINES).map(String);
  const rest = lines.length - listed.length;
  if (rest > 0) return `lines ${listed.join(", ")} and ${rest} more`;
  if (listed.length === 1) return `line ${listed[0]}`;
  return `lines ${listed.slice(0, -1).join(", ")} and ${listed.at(-1)}`;
}

/** Rewrites a sentence of the matching engine with the parameter names that the model knows. */
export function inParameterWords(sentence: string, wording: EditWording): string {
  const words: Readonly<Record<string, string>> = {
    oldString: wording.oldText,
    newString: wording.newText,
    replaceAll: wording.replaceAll,
  };
  return sentence.replace(/\b(?:oldString|newString|replaceAll)\b/g, (word) => words[word] ?? word);
}
