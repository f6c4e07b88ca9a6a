import { type ContentPart, type ToolContext, ToolError } from "../../contract/index.js";
import { decodeText } from "../../workspace/index.js";

/** Largest file of which a preview is made: somebody is waiting for the question. */
const MAX_PREVIEW_BYTES = 10 * 1024 * 1024;

/** Longest preview, in UTF-16 code units; an approver reads a page, not a book. */
const MAX_PREVIEW_LENGTH = 100_000;

/**
 * A diff as a preview: cut where it gets too long, and with the reason in its place when the call is going to fail.
 *
 * Never throws for a `ToolError`: whoever is asked should learn that the call will fail, not lose the question.
 */
export async function filePreview(diff: () => Promise<string>): Promise<readonly ContentPart[]> {
  try {
    const text = await diff();
    const shown =
      text.length <= MAX_PREVIEW_LENGTH
        ? text
        : `${text.slice(0, MAX_PREVIEW_LENGTH)}\n[The preview ends here; ${text.length - MAX_PREVIEW_LENGTH} more characters are not shown.]`;
    return [{ type: "text", text: shown === "" ? "The file would stay as it is." : shown }];
  } catch (error) {
    if (!ToolError.isInstance(error)) throw error;
    return [{ type: "text", text: `The call would fail: ${error.message}` }];
  }
}

/**
 * The text of a file for a preview.
 *
 * Read as bytes on purpose: reading text would be recorded, and then a file that changed since the model read it would
 * no longer count as stale.
 */
export async function previewText(path: string, context: ToolContext): Promise<string> {
  const bytes = await context.files.readBytes(path, { maxBytes: MAX_PREVIEW_BYTES });
  return decodeText(bytes, path).text;
}
