import type { FileLocation } from "./file-location.js";

/** The text of a file and the information needed to write it back without other changes. */
export interface TextFile {
  readonly location: FileLocation;
  /** Decoded, without the byte order mark; line ends are unchanged. */
  readonly text: string;
  readonly encoding: "utf-8" | "utf-8-bom" | "utf-16le" | "utf-16be";
}

/** Returns the new text of a file from its content under the lock; other changes of the file wait. */
export type TextUpdate<Extra> = (
  file: TextFile,
) => ({ readonly text: string } & Extra) | Promise<{ readonly text: string } & Extra>;
