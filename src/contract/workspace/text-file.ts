import type { FileLocation } from "./file-location.js";

/** The text of a file and what it takes to write it back without touching anything else. */
export interface TextFile {
  readonly location: FileLocation;
  /** Decoded, without the byte order mark; line ends as they are in the file. */
  readonly text: string;
  readonly encoding: "utf-8" | "utf-8-bom" | "utf-16le" | "utf-16be";
}

/** Returns the new text of a file, given the file as it is under the lock; other changes of the file wait for it. */
export type TextUpdate<Extra> = (
  file: TextFile,
) => ({ readonly text: string } & Extra) | Promise<{ readonly text: string } & Extra>;
