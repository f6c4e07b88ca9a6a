import type { FileLocation, TextFile, TextUpdateOptions } from "../../contract/index.js";
import type { CallFiles, OpenNamedEntry } from "../call-files.js";
import type { ReplacedFile } from "../changes/index.js";
import { readTextFile } from "../reading/index.js";
import { staleText } from "./stale-text.js";

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
