import type { FileLocation } from "./file-location.js";

/** The text of a file and the information needed to write it back without other changes. */
export interface TextFile {
  readonly location: FileLocation;
  /** Decoded, without the byte order mark; line ends are unchanged. */
  readonly text: string;
  readonly encoding: "utf-8" | "utf-8-bom" | "utf-16le" | "utf-16be";
  /** Present if the file has changed since the session read it, for an update that merges; see {@link TextUpdateOptions}. */
  readonly stale?: StaleText | undefined;
}

/** A text that the session read, of a file that has changed since. */
export interface StaleText {
  /** The text as the session read it last. */
  readonly base: string;
  /** Message for the refusal of an update that cannot be merged (`stale-file`); names the lines that have changed. */
  readonly refusal: string;
}

/** Options of a change of a text file. */
export interface TextUpdateOptions {
  /**
   * Behaviour if the file has changed since the session read it. `"refuse"` (the default) throws `stale-file`. `"merge"` passes the
   * text that was read as `stale` of the {@link TextFile}: the update must make its change in that text and merge it with the changes of
   * the file. If that text is not kept (more than 1 MiB, a part of a file, or read long ago), or the file has more than 4 MiB, the change
   * is refused as well.
   */
  readonly whenStale?: "refuse" | "merge" | undefined;
}

/** Returns the new text of a file from its content under the lock; other changes of the file wait. */
export type TextUpdate<Extra> = (
  file: TextFile,
) => ({ readonly text: string } & Extra) | Promise<{ readonly text: string } & Extra>;
