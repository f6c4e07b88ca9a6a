import type { LineWindow, LineWindowRequest, ReadHandle } from "../../contract/index.js";
import { throwIfCancelled } from "../cancellation.js";
import { type ByteRun, LineCollector } from "./line-collector.js";
import { encodingOf, labelOf, markLength } from "./text-codec.js";

/** Bytes per read: most source files fit into one. */
const CHUNK_BYTES = 65_536;

/** Bytes per read once it is clear that the requested lines are far inside a large file. */
const LARGE_CHUNK_BYTES = 524_288;

/** Number of reads after which they become large. */
const SMALL_READS = 16;

/** First bytes that are passed to the caller before more is read: enough to distinguish text from anything else. */
const HEAD_BYTES = 8_192;

/** A window of a file, without its path. */
type PlacelessWindow = Omit<LineWindow, "path">;

/** A window of lines, and the bytes of the file from which it was decoded. */
export interface LineWindowReading {
  readonly window: PlacelessWindow;
  /** All bytes of the file, when the first read returned them. */
  readonly wholeFile?: Uint8Array | undefined;
  /** Otherwise the bytes of the window, in order of position; absent where they are not known (UTF-16). */
  readonly runs?: readonly ByteRun[];
}

/**
 * Reads a window of lines as a stream: stops where the window ends, and holds one read and the window in memory.
 *
 * A line ends with LF; a CR before it is not part of the line. Bytes that do not decode become U+FFFD. A byte order
 * mark is omitted; it identifies UTF-16, whose limits count the bytes of the text in UTF-8.
 */
export async function readLineWindow(
  handle: ReadHandle,
  request: LineWindowRequest,
  signal: AbortSignal,
): Promise<LineWindowReading> {
  const source = new ChunkSource(handle);
  try {
    return await windowFrom(source, { handle, request, signal });
  } finally {
    source.end();
  }
}

async function windowFrom(
  source: ChunkSource,
  {
    handle,
    request,
    signal,
  }: { readonly handle: ReadHandle; readonly request: LineWindowRequest; readonly signal: AbortSignal },
): Promise<LineWindowReading> {
  const first = await source.next();
  const wholeFile = source.ended ? first : undefined;
  if (request.acceptHead?.(first.subarray(0, HEAD_BYTES), handle.stat.size) === false) {
    return { window: emptyWindow(handle, request) };
  }
  const encoding = encodingOf(first);
  const mark = markLength(encoding);
  const transcode = encoding.startsWith("utf-16") ? utf16Transcoder(labelOf(encoding)) : undefined;
  const keepRuns = wholeFile === undefined && transcode === undefined;
  const collector = new LineCollector(request, { offset: mark, keepRuns });

  for (let chunk = first.subarray(mark); ; chunk = await source.next()) {
    collector.add(transcode === undefined ? chunk : transcode(chunk, { isLast: source.ended }));
    if (collector.finished || source.ended) break;
    throwIfCancelled(signal);
  }
  // When the window ends with its last read, one more read shows whether anything follows.
  if (collector.finished && collector.leftover.byteLength === 0 && !source.ended) {
    collector.leftover = await source.next();
  }
  collector.end();
  const more = collector.byteLimitHit || collector.leftover.byteLength > 0;
  const totalLines = source.ended ? collector.totalLines() : undefined;
  return {
    window: {
      lines: collector.lines,
      firstLine: request.startLine,
      more,
      ...(totalLines === undefined ? {} : { totalLines }),
      truncatedLines: collector.truncatedLines,
      byteLimitHit: collector.byteLimitHit,
      ...(collector.undecodable && { undecodable: true as const }),
      size: handle.stat.size,
    },
    wholeFile,
    ...(keepRuns ? { runs: collector.runs } : {}),
  };
}

function emptyWindow(handle: ReadHandle, { startLine }: LineWindowRequest): PlacelessWindow {
  const { size } = handle.stat;
  return { lines: [], firstLine: startLine, more: size > 0, truncatedLines: [], byteLimitHit: false, size };
}

/** Memory of the last read of a large file: clearing new memory for each read would take longer than the read. */
let spare: Uint8Array<ArrayBuffer> | undefined;

/**
 * A source of the chunks of a file; each chunk is valid until the next one is requested, those of a small file
 * permanently.
 */
class ChunkSource {
  /** Whether the last returned chunk was the last of the file. */
  ended = false;
  #buffer: Uint8Array<ArrayBuffer>;
  readonly #lent: Uint8Array<ArrayBuffer> | undefined;
  #position = 0;
  #reads = 0;

  constructor(private readonly handle: ReadHandle) {
    const { size } = handle.stat;
    if (size > CHUNK_BYTES) {
      this.#lent = spare ?? new Uint8Array(CHUNK_BYTES);
      this.#buffer = this.#lent;
      spare = undefined;
      return;
    }
    // One byte more than the size, so that the read that returns everything also shows that it did.
    this.#buffer = new Uint8Array(size > 0 && size < CHUNK_BYTES ? size + 1 : CHUNK_BYTES);
  }

  /** Ends the use of returned chunks, except the whole content of a small file. */
  end(): void {
    // The first read may have returned all of a file that has shrunk meanwhile, and its bytes are kept.
    if (!(this.ended && this.#reads === 1)) spare = this.#lent ?? spare;
  }

  async next(): Promise<Uint8Array> {
    this.#reads += 1;
    if (this.#reads === SMALL_READS) this.#buffer = new Uint8Array(LARGE_CHUNK_BYTES);
    const count = await this.handle.read(this.#buffer, this.#position);
    this.#position += count;
    const { size } = this.handle.stat;
    // A file of /proc has size 0, and returns fewer bytes than requested before its end.
    const shortRead = count < this.#buffer.byteLength && size > 0 && this.#position >= size;
    this.ended = count === 0 || shortRead;
    return this.#buffer.subarray(0, count);
  }
}

/** Returns a function that transcodes UTF-16 chunks to UTF-8, so that lines are found by one algorithm. */
function utf16Transcoder(
  label: string,
): (chunk: Uint8Array, options: { readonly isLast: boolean }) => Uint8Array {
  const decoder = new TextDecoder(label, { ignoreBOM: true });
  const encoder = new TextEncoder();
  return (chunk, { isLast }) => encoder.encode(decoder.decode(chunk, { stream: !isLast }));
}
