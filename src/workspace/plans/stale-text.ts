import { type ReadHandle, type StaleText, ToolError } from "../../contract/index.js";
import type { CallFiles } from "../call-files.js";
import { textOf } from "../reading/index.js";

/** Largest file into which an edit of an earlier text is merged: comparing more lines takes too long. */
const MAX_MERGED_BYTES = 4 * 1024 * 1024;

/**
 * Returns the text that the session read, if a file has changed since and that text is kept, for an edit that merges; `undefined` if the
 * file has not changed. Throws like `CallFiles.requireFresh` if the text is not kept.
 */
export async function staleText(
  call: CallFiles,
  path: string,
  file: { readonly handle: ReadHandle; readonly bytes: Uint8Array },
): Promise<StaleText | undefined> {
  try {
    await call.requireFresh(path, file, { content: "edited" });
    return undefined;
  } catch (error) {
    if (!ToolError.isInstance(error) || error.code !== "stale-file") throw error;
    const bytes = file.bytes.byteLength > MAX_MERGED_BYTES ? undefined : call.tracker.wholeBytes(path);
    const base = await textOf(bytes);
    if (base === undefined) throw error;
    return { base, refusal: error.message };
  }
}
