import type { DiscoveredGuidance } from "../../paths/index.js";
import type { LineRange } from "../line-range.js";
import type { DirectoryListing } from "../listing/index.js";
import type { ImageMediaType } from "./file-signature.js";

/** The limit that ended a read before its natural end, and the range to continue with. */
export interface ReadTruncation {
  readonly limit: "default-lines" | "max-lines" | "max-bytes";
  /** The range to request next. */
  readonly next: LineRange;
}

/** Lines of a text file. */
export interface ReadText {
  readonly type: "text";
  /** Absolute, symlinks resolved. */
  readonly path: string;
  /** Without line ends. Empty for an empty file, and for a part after the end. */
  readonly lines: readonly string[];
  readonly firstLine: number;
  /** Known when the end of the file was reached. */
  readonly totalLines?: number;
  /** The file has at least this number of lines; exactly this number where `totalLines` is known. */
  readonly minimumLines: number;
  /** Numbers of the lines that were truncated at `maxBytesPerLine`. */
  readonly truncatedLines: readonly number[];
  readonly maxBytesPerLine: number;
  readonly truncation?: ReadTruncation;
  /** Sentences for the model: the requested part is after the end, or bytes do not decode. */
  readonly notes: readonly string[];
  readonly guidance: readonly DiscoveredGuidance[];
}

/** Names in a folder. */
export interface ReadDirectory extends DirectoryListing {
  readonly type: "directory";
  readonly path: string;
  readonly truncation?: ReadTruncation;
  /** Sentences for the model: the requested part is after the end. */
  readonly notes: readonly string[];
}

/** An image, in base64. */
export interface ReadImage {
  readonly type: "image";
  readonly path: string;
  readonly mediaType: ImageMediaType;
  readonly data: string;
  readonly guidance: readonly DiscoveredGuidance[];
}

/** A document that models can view, in base64. */
export interface ReadDocument {
  readonly type: "document";
  readonly path: string;
  /** The last part of the path. */
  readonly name: string;
  readonly mediaType: "application/pdf";
  readonly data: string;
  readonly guidance: readonly DiscoveredGuidance[];
}

/** Content at a path. */
export type ReadOutput = ReadText | ReadDirectory | ReadImage | ReadDocument;
