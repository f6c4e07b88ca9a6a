import type { FileLocation, ReadHandle, TextFile } from "../../contract/index.js";
import { decodeLongText } from "./long-text.js";
import { MAX_TEXT_FILE_BYTES, readWholeFile } from "./whole-file.js";

/** A text file and the bytes from which it was decoded. */
export interface ReadTextFile {
  readonly file: TextFile;
  readonly bytes: Uint8Array;
}

const LARGE_TEXT_REMEDY =
  "Read it in ranges of lines, and change it with a program, for example a command that rewrites it line by line.";

/** Reads and decodes a text file. Throws `not-utf8`, or `file-too-large` above a limit, by default {@link MAX_TEXT_FILE_BYTES}. */
export async function readTextFile(
  location: FileLocation,
  handle: ReadHandle,
  maxBytes = MAX_TEXT_FILE_BYTES,
): Promise<ReadTextFile> {
  const bytes = await readWholeFile(handle, location.path, maxBytes, LARGE_TEXT_REMEDY);
  const { text, encoding } = await decodeLongText(bytes, location.path);
  return { file: { location, text, encoding }, bytes };
}
