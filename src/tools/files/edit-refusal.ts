import { type ErrorCode, ToolError } from "../../contract/index.js";
import {
  type EditRefusalReason,
  type EditSpan,
  MAX_REPORTED_SPANS,
  type RefusedEdit,
} from "../../fuzzy/index.js";
import type { EditWording } from "./edit.js";

/** Line numbers that are listed; beyond them the count says enough. */
const MAX_LISTED_LINES = 20;

const CODES: Readonly<Record<EditRefusalReason, ErrorCode>> = {
  "identical-strings": "identical-strings",
  "empty-match": "empty-match",
  "no-match": "no-match",
  "multiple-matches": "multiple-matches",
  "no-change": "no-change",
  "result-too-large": "file-too-large",
};

/**
 * Turns a refused edit into the error that the model reads: seed 000's sentence first, then what helps to do it right.
 */
export function editRefusal(refused: RefusedEdit, path: string, wording: EditWording): ToolError {
  const message = [sentence(refused, path, wording), ...refused.hints, remedy(refused.reason, wording)]
    .filter((part) => part !== "")
    .join(" ");
  return new ToolError(message, { code: CODES[refused.reason], absolutePath: path });
}

function sentence({ reason, message, spans = [] }: RefusedEdit, path: string, wording: EditWording): string {
  switch (reason) {
    case "identical-strings":
      return `${wording.oldText} and ${wording.newText} must be different`;
    case "empty-match":
      return `${wording.oldText} must not be empty.`;
    case "no-match":
      return `Could not find exact match for ${wording.oldText} in ${path}.`;
    case "multiple-matches":
      return `found multiple matches for edit (${spans.length >= MAX_REPORTED_SPANS ? "at least " : ""}${spans.length} occurrences). Use ${wording.replaceAll} or provide more context. They are at ${lineList(spans)}.`;
    default:
      return message;
  }
}

function remedy(reason: EditRefusalReason, wording: EditWording): string {
  switch (reason) {
    case "empty-match":
      return `Give the text to replace as it stands in the file; to write a whole file use ${wording.createTool}.`;
    case "no-match":
      return `Nothing was changed. ${wording.readTool} the file and copy the text exactly, white space included.`;
    default:
      return "";
  }
}

function lineList(spans: readonly EditSpan[]): string {
  const lines = [...new Set(spans.map((span) => span.startLine))];
  const listed = lines.slice(0, MAX_LISTED_LINES).map(String);
  const rest = lines.length - listed.length;
  if (rest > 0) return `lines ${listed.join(", ")} and ${rest} more`;
  if (listed.length === 1) return `line ${listed[0]}`;
  return `lines ${listed.slice(0, -1).join(", ")} and ${listed.at(-1)}`;
}
