import { type ErrorCode, ToolError } from "../../../contract/index.js";
import type { EditFailureReason, PatchHunk } from "../../../fuzzy/index.js";
import { type EditThreads, patchBeside } from "../edit/index.js";

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

/** Which file is patched, for the error messages. */
export interface PatchPlace {
  /** Absolute. */
  readonly path: string;
  /** Where the patch begins to speak of the file, from 1. */
  readonly line: number;
}

/** A patched text and what the model should know about it. */
export interface PatchedText {
  readonly text: string;
  readonly warnings: readonly string[];
}

/**
 * Applies hunks to the text of a file: all of them, each where it certainly belongs.
 *
 * @throws ToolError `no-match`, `multiple-matches`, `no-change` and their kin, naming the file and the hunk
 */
export async function patchedText(
  text: string,
  place: PatchPlace,
  hunks: readonly PatchHunk[],
  context: EditThreads,
): Promise<PatchedText> {
  const blind = hunks.findIndex(
    ({ lines, startLine }) => startLine !== undefined && lines.every(({ kind }) => kind === "add"),
  );
  if (blind !== -1 && text !== "") {
    throw refusal(
      place,
      "no-match",
      `Hunk ${blind + 1} only adds lines and shows none of the lines around them. Add a few lines of context, so that its place is certain.`,
    );
  }
  const maxHunks = Math.max(MIN_HUNKS, Math.floor(MAX_PATCH_WORK / text.length));
  if (hunks.length > maxHunks) {
    throw refusal(
      place,
      "file-too-large",
      `${hunks.length} hunks are too many for a file of ${text.length} characters. Send at most ${maxHunks} at once.`,
    );
  }
  const result = await patchBeside({ content: text, hunks }, context);
  if (!result.ok) {
    const differing = result.hints[0]?.diff;
    const why = differing === undefined ? result.message : `${result.message}\n${differing}\n`;
    throw refusal(place, CODES[result.reason], why);
  }
  return { text: result.content, warnings: result.warnings.map((warning) => `${place.path}: ${warning}`) };
}

/** Checks that a file holds what the patch deletes with it. */
export async function requireDeletedText(
  text: string,
  place: PatchPlace,
  hunks: readonly PatchHunk[],
  context: EditThreads,
): Promise<void> {
  const { text: rest } = await patchedText(text, place, hunks, context);
  if (rest === "") return;
  throw refusal(place, "no-match", "The patch deletes it, but it holds more lines than the patch shows.");
}

function refusal({ path, line }: PatchPlace, code: ErrorCode, why: string): ToolError {
  const outcome = "Nothing was changed, in no file of the patch.";
  return new ToolError(
    `${path} (line ${line} of the patch): ${why}${why.endsWith("\n") ? "" : " "}${outcome}`,
    { code, absolutePath: path },
  );
}
