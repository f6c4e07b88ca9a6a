import { type ErrorCode, type StaleText, ToolError } from "../../../contract/index.js";
import type { EditFailureReason, PatchHunk } from "../../../fuzzy/index.js";
import { type EditThreads, patchBeside, staleRefusal } from "../edit/index.js";

const CODES: Readonly<Record<EditFailureReason, ErrorCode>> = {
  "not-found": "no-match",
  ambiguous: "multiple-matches",
  identical: "no-change",
  empty: "empty-match",
  elided: "elided-text",
  "no-change": "no-change",
  conflict: "stale-file",
  "too-large": "file-too-large",
};

/**
 * Hunks of one file, multiplied by the characters of the file: each hunk is searched for in all of it, which takes some
 * seconds at this limit and blocks the event loop.
 */
const MAX_PATCH_WORK = 32_000_000;

/** Hunks that are always searched for, however large the file. */
const MIN_HUNKS = 10;

/** The patched file, with what the error messages state. */
export interface PatchPlace {
  /** Absolute. */
  readonly path: string;
  /** Line of the patch where the file's section begins, from 1. */
  readonly line: number;
  /** Present if the file has changed since the session read it. */
  readonly stale?: StaleText | undefined;
}

/** A patched text, with warnings for the model. */
export interface PatchedText {
  readonly text: string;
  readonly warnings: readonly string[];
}

/**
 * Applies hunks to the text of a file: all of them, each where it certainly belongs.
 *
 * @throws ToolError `no-match`, `multiple-matches`, `no-change` and similar errors, naming the file and the hunk
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
  const { stale } = place;
  const result = await patchBeside({ content: text, hunks, base: stale?.base }, context);
  if (!result.ok) {
    const differing = result.hints[0]?.diff;
    const why = differing === undefined ? result.message : `${result.message}\n${differing}\n`;
    throw staleRefusal(refusal(place, CODES[result.reason], why), stale);
  }
  return { text: result.content, warnings: result.warnings.map((warning) => `${place.path}: ${warning}`) };
}

/** Requires that a file has the content that the patch deletes with it. */
export async function requireDeletedText(
  text: string,
  place: PatchPlace,
  hunks: readonly PatchHunk[],
  context: EditThreads,
): Promise<void> {
  const { text: rest } = await patchedText(text, place, hunks, context);
  if (rest === "") return;
  throw refusal(place, "no-match", "The patch deletes it, but it has more lines than the patch shows.");
}

function refusal({ path, line }: PatchPlace, code: ErrorCode, why: string): ToolError {
  const outcome = "None of the files of the patch was changed.";
  return new ToolError(
    `${path} (line ${line} of the patch): ${why}${why.endsWith("\n") ? "" : " "}${outcome}`,
    { code, absolutePath: path },
  );
}
