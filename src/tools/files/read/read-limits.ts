/** How much a read gives. Seed 000's numbers, unless a toolset says otherwise. */
export interface ReadLimits {
  /** Lines given when no range is asked for. */
  readonly defaultLines: number;
  /** Lines given whatever range is asked for. */
  readonly maxLines: number;
  /** Bytes of content given. */
  readonly maxBytes: number;
  /** Bytes of a single line; a longer one is cut and marked. */
  readonly maxBytesPerLine: number;
  /** UTF-16 code units of a single line, for toolsets that count so; left out, only its bytes count. */
  readonly maxCharactersPerLine?: number;
  /** Bytes of a file that may be read without a range. */
  readonly maxWholeFileBytes: number;
  /** Bytes of an image. */
  readonly maxImageBytes: number;
  /** Bytes of a PDF. */
  readonly maxDocumentBytes: number;
}

/**
 * Seed 000: DEFAULT_LINE_LIMIT, MAX_READ_LINES, MAX_FILE_SIZE, MAX_BYTES_PER_LINE. The image limit is ours: in base64 it
 * makes 5 MiB, the most that Anthropic's API takes of one image. So is that of documents: a request of that API may have
 * 32 MB, and holds all that was read before.
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
