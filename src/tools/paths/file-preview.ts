import { type ContentPart, type TextFile, type ToolContext, ToolError } from "../../contract/index.js";
import { counted } from "../../text/index.js";

/** Largest file for which a preview is made: the approver is waiting for the question. */
const MAX_PREVIEW_BYTES = 10 * 1024 * 1024;

/** Longest preview, in UTF-16 code units. */
const MAX_PREVIEW_LENGTH = 100_000;

/**
 * Formats a diff as a preview: truncated if it is too long, and replaced by the error if the call will fail. A long diff comes in
 * pieces, of which only the first ones are joined.
 *
 * Never throws for a `ToolError`: the approver should learn that the call will fail, and still be asked.
 */
export async function filePreview(
  diff: () => Promise<string | readonly string[]>,
): Promise<readonly ContentPart[]> {
  try {
    const made = await diff();
    const shown = beginningOf(typeof made === "string" ? [made] : made);
    return [{ type: "text", text: shown === "" ? "The file would stay the same." : shown }];
  } catch (error) {
    if (!ToolError.isInstance(error)) throw error;
    return [{ type: "text", text: `The call would fail: ${error.message}` }];
  }
}

function beginningOf(pieces: readonly string[]): string {
  let length = 0;
  let start = "";
  for (const piece of pieces) {
    start += piece.slice(0, Math.max(0, MAX_PREVIEW_LENGTH - length));
    length += piece.length;
  }
  if (length <= MAX_PREVIEW_LENGTH) return start;
  return `${start}\n[The preview ends here; it omits ${counted(length - MAX_PREVIEW_LENGTH, "character")}.]`;
}

/**
 * Returns the text of a file for a preview, and the text that the session read if the file has changed since.
 *
 * Deliberately not recorded: otherwise a file that changed since the model read it would no longer count as stale.
 */
export function previewText(path: string, context: ToolContext): Promise<TextFile> {
  return context.files.previewText(path, { maxBytes: MAX_PREVIEW_BYTES });
}
