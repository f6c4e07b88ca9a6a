import {
  type FileLocation,
  type ReadHandle,
  type StaleText,
  type TextFile,
  type TextUpdateOptions,
  ToolError,
} from "../../contract/index.js";
import type { CallFiles, OpenNamedEntry } from "../call-files.js";
import type { ReplacedFile } from "../changes/index.js";
import { readTextFile, textOf } from "../reading/index.js";

/** A text file that is about to be edited: read and held open. */
export interface OpenedText {
  readonly named: OpenNamedEntry;
  readonly old: ReplacedFile;
  readonly file: TextFile;
  close(): Promise<void>;
}

/**
 * Opens and reads a text file to edit it. Throws `not-read`, or `stale-file` when it differs from what the session read, unless the
 * change merges and the text that was read is kept.
 */
export async function openText(
  call: CallFiles,
  location: FileLocation,
  whenStale: TextUpdateOptions["whenStale"] = "refuse",
): Promise<OpenedText> {
  const { named, handle, close } = await call.openFile(location, "read-write");
  try {
    const { file, bytes } = await readTextFile(location, handle);
    const old = { handle, bytes };
    if (whenStale === "merge") {
      const stale = await staleText(call, location.path, old);
      return { named, old, file: stale === undefined ? file : { ...file, stale }, close };
    }
    await call.requireFresh(location.path, old, { content: "edited" });
    return { named, old, file, close };
  } catch (error) {
    await close();
    throw error;
  }
}

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
