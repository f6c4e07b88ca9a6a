import type { DiscoveredGuidance } from "../../paths/index.js";
import type { LineRange } from "../line-range.js";
import type { DirectoryListing } from "../listing/index.js";
import type { ImageMediaType } from "./file-signature.js";

/** Which limit ended a read before its natural end, and how to go on. */
export interface ReadCut {
  readonly limit: "default-lines" | "max-lines" | "max-bytes";
  /** The range to ask for next. */
  readonly next: LineRange;
}

/** Lines of a text file. */
export interface ReadText {
  readonly type: "text";
  /** Absolute, symlinks resolved. */
  readonly path: string;
  /** Without line ends. Empty for an empty file only. */
  readonly lines: readonly string[];
  readonly firstLine: number;
  /** Known when the end of the file was reached. */
  readonly totalLines?: number;
  /** How many lines the file has at least: all of them where `totalLines` is known. */
  readonly minimumLines: number;
  /** Numbers of the lines that were cut at `maxBytesPerLine`. */
  readonly cutLines: readonly number[];
  readonly maxBytesPerLine: number;
  readonly cut?: ReadCut;
  readonly guidance: readonly DiscoveredGuidance[];
}

/** Names in a folder. */
export interface ReadDirectory extends DirectoryListing {
  readonly type: "directory";
  readonly path: string;
  readonly cut?: ReadCut;
}

/** An image, in base64. */
export interface ReadImage {
  readonly type: "image";
  readonly path: string;
  readonly mediaType: ImageMediaType;
  readonly data: string;
  readonly guidance: readonly DiscoveredGuidance[];
}

/** A document that models can look at, in base64. */
export interface ReadDocument {
  readonly type: "document";
  readonly path: string;
  /** The last part of the path. */
  readonly name: string;
  readonly mediaType: "application/pdf";
  readonly data: string;
  readonly guidance: readonly DiscoveredGuidance[];
}

/** What is at a path. */
export type ReadOutput = ReadText | ReadDirectory | ReadImage | ReadDocument;
