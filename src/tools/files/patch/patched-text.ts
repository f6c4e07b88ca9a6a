import { type ErrorCode, ToolError } from "../../../contract/index.js";
import { applyPatchHunks, type EditFailureReason, type PatchHunk } from "../../../fuzzy/index.js";

const CODES: Readonly<Record<EditFailureReason, ErrorCode>> = {
  "not-found": "no-match",
  ambiguous: "multiple-matches",
  identical: "no-change",
  empty: "empty-match",
  elided: "elided-text",
  "no-change": "no-change",
  "too-large": "file-too-large",
};

/**
 * Hunks of one file, times the characters of the file: each hunk is looked for in all of it, which takes some seconds for
 * so much, and nothing else runs meanwhile.
 */
const MAX_PATCH_WORK = 32_000_000;

/** Hunks that are always looked for, however large the file. */
const MIN_HUNKS = 10;

/** A patched text and what the model should know about it. */
export interface PatchedText {
  readonly text: string;
  readonly warnings: readonly string[];
}

/**
 * Applies hunks to the text of a file: all of them, each where it certainly belongs.
 *
 * @param path - for the error messages
 * @throws ToolError `no-match`, `multiple-matches`, `no-change` and their kin, naming the file and the hunk
 */
export function patchedText(text: string, path: string, hunks: readonly PatchHunk[]): PatchedText {
  const blind = hunks.findIndex(
    ({ lines, startLine }) => startLine !== undefined && lines.every(({ kind }) => kind === "add"),
  );
  if (blind !== -1 && text !== "") {
    throw refusal(
      path,
      "no-match",
      `Hunk ${blind + 1} only adds lines and shows none of the lines around them. Add a few lines of context, so that its place is certain.`,
    );
  }
  const maxHunks = Math.max(MIN_HUNKS, Math.floor(MAX_PATCH_WORK / text.length));
  if (hunks.length > maxHunks) {
    throw refusal(
      path,
      "file-too-large",
      `${hunks.length} hunks are too many for a file of ${text.length} characters. Send at most ${maxHunks} at once.`,
    );
  }
  const result = applyPatchHunks({ content: text, hunks });
  if (!result.ok) {
    const differing = result.hints[0]?.diff;
    const why = differing === undefined ? result.message : `${result.message}\n${differing}\n`;
    throw refusal(path, CODES[result.reason], why);
  }
  return { text: result.content, warnings: result.warnings.map((warning) => `${path}: ${warning}`) };
}

/** Checks that a file holds what the patch deletes with it. */
export function requireDeletedText(text: string, path: string, hunks: readonly PatchHunk[]): void {
  const { text: rest } = patchedText(text, path, hunks);
  if (rest === "") return;
  throw refusal(path, "no-match", "The patch deletes it, but it holds more lines than the patch shows.");
}

function refusal(path: string, code: ErrorCode, why: string): ToolError {
  return new ToolError(
    `${path}: ${why}${why.endsWith("\n") ? "" : " "}Nothing was changed, in no file of the patch.`,
    {
      code,
      absolutePath: path,
    },
  );
}
