import type { FileLocation, ReadHandle, TextFile } from "../../contract/index.js";
import { decodeLongText } from "./long-text.js";
import { readWholeFile } from "./whole-file.js";

/**
 * Largest file that is read completely for an edit: decoding, comparing and writing it back takes several times its
 * size.
 */
export const MAX_TEXT_FILE_BYTES = 134_217_728;

/** A text file and the bytes from which it was decoded. */
export interface ReadTextFile {
  readonly file: TextFile;
  readonly bytes: Uint8Array;
}

/** Reads and decodes a text file. Throws `not-utf8`, or `file-too-large` above {@link MAX_TEXT_FILE_BYTES}. */
export async function readTextFile(location: FileLocation, handle: ReadHandle): Promise<ReadTextFile> {
  const bytes = await readWholeFile(handle, location.path, MAX_TEXT_FILE_BYTES);
  const { text, encoding } = await decodeLongText(bytes, location.path);
  return { file: { location, text, encoding }, bytes };
}
