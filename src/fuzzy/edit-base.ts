import { counted } from "../text/index.js";
import { failure } from "./edit-failure.js";
import { mergeThreeWays } from "./merge/index.js";
import {
  createSpan,
  type EditFailure,
  type EditRequest,
  type EditResult,
  LineCounter,
} from "./request/index.js";

/** Lines of each side that a message about a conflict shows. */
const MAX_SHOWN_LINES = 8;

/** Characters of each of these lines. */
const MAX_SHOWN_CHARACTERS = 200;

const MERGED =
  "The file has changed since it was read. The edit was made in the text that was read, and merged with these changes.";

/**
 * Makes an edit that does not apply to the content in the text that the model read, and merges both.
 *
 * @param refused - the failure of the edit in the content, returned if the edit does not apply to the base either
 * @param edit - makes an edit without a base; `undefined` if it takes too long
 */
export function editThroughBase(
  request: EditRequest,
  base: string,
  refused: EditFailure,
  edit: (request: EditRequest) => EditResult | undefined,
): EditResult | undefined {
  const { base: _base, ...rest } = request;
  const inBase = edit({ ...rest, content: base });
  if (inBase === undefined) return undefined;
  if (!inBase.ok) return refused;
  const { content } = request;
  const merged = mergeThreeWays(base, inBase.content, content);
  if (!merged.ok) {
    const { line, theirs, ours } = merged;
    const lines = theirs.length > 1 ? `lines ${line}-${line + theirs.length - 1}` : `line ${line}`;
    const diff = [...shown("-", theirs), ...shown("+", ours)].join("\n");
    return failure(
      "conflict",
      `The file has changed since it was read, in lines that the edit changes too (now ${lines}). Nothing was written. Read the file again and make the edit in its current text.`,
      {
        hints: [
          {
            kind: "near-miss",
            message: `Both sides changed ${lines}: "-" is the file, "+" is the edit.`,
            startLine: line,
            endLine: line + Math.max(0, theirs.length - 1),
            diff,
          },
        ],
      },
    );
  }
  const counter = new LineCounter(content);
  const spans = merged.regions.map(({ start, end }) => createSpan(content, start, end, counter));
  if (merged.content === content) {
    return failure(
      "no-change",
      "The file has changed since it was read, and already reads as newString says.",
    );
  }
  return { ...inBase, content: merged.content, spans, warnings: [...inBase.warnings, MERGED] };
}

function shown(sign: "-" | "+", lines: readonly string[]): string[] {
  const first = lines
    .slice(0, MAX_SHOWN_LINES)
    .map((line) => `${sign} ${line.slice(0, MAX_SHOWN_CHARACTERS)}`);
  const more = lines.length - first.length;
  return more > 0 ? [...first, `${sign} (${counted(more, "more line")})`] : first;
}
