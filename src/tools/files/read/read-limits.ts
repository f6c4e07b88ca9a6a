/** Limits of a read: the numbers of the Amp specification, unless a toolset sets others. */
export interface ReadLimits {
  /** Lines returned without a requested range. */
  readonly defaultLines: number;
  /** Most lines returned for any requested range. */
  readonly maxLines: number;
  /** Bytes of content returned. */
  readonly maxBytes: number;
  /** Bytes of a single line; a longer one is truncated and marked. */
  readonly maxBytesPerLine: number;
  /** UTF-16 code units of a single line, for toolsets that count characters; absent: only bytes count. */
  readonly maxCharactersPerLine?: number;
  /** Largest file in bytes that may be read without a range. */
  readonly maxWholeFileBytes: number;
  /** Bytes of an image. */
  readonly maxImageBytes: number;
  /** Bytes of a PDF. */
  readonly maxDocumentBytes: number;
}

/**
 * Default limits of a read: DEFAULT_LINE_LIMIT, MAX_READ_LINES, MAX_FILE_SIZE and MAX_BYTES_PER_LINE of the Amp
 * specification. Collet chose the image limit: in base64 it makes 5 MiB, the most that Anthropic's API accepts for one
 * image; and the limit of documents: a request of that API may have 32 MB, which includes all earlier reads.
 */
export const DEFAULT_READ_LIMITS: ReadLimits = {
  defaultLines: 500,
  maxLines: 2_000,
  maxBytes: 65_536,
  maxBytesPerLine: 4_096,
  maxWholeFileBytes: 65_536,
  maxImageBytes: 3_932_160,
  maxDocumentBytes: 10_485_760,
};
