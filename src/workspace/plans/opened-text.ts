import type { FileLocation, TextFile } from "../../contract/index.js";
import type { CallFiles, OpenNamedEntry } from "../call-files.js";
import type { ReplacedFile } from "../changes/index.js";
import { readTextFile } from "../reading/index.js";

/** A text file that is about to be edited: read and held open. */
export interface OpenedText {
  readonly named: OpenNamedEntry;
  readonly old: ReplacedFile;
  readonly file: TextFile;
  close(): Promise<void>;
}

/**
 * Opens and reads a text file to edit it. Throws `stale-file` or `not-read` when it differs from what the session read.
 */
export async function openText(call: CallFiles, location: FileLocation): Promise<OpenedText> {
  const { named, handle, close } = await call.openFile(location);
  try {
    const { file, bytes } = await readTextFile(location, handle);
    await call.requireFresh(location.path, { handle, bytes }, { content: "edited" });
    return { named, old: { handle, bytes }, file, close };
  } catch (error) {
    await close();
    throw error;
  }
}
