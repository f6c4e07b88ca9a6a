import type { LineWindow, LineWindowRequest, ReadHandle } from "../../contract/index.js";
import { throwIfCancelled } from "../cancellation.js";
import { type ByteRun, LineCollector } from "./line-collector.js";
import { encodingOf, labelOf, markLength } from "./text-codec.js";

/** Bytes per read: most source files come in one. */
const CHUNK_BYTES = 65_536;

/** Bytes per read once it is clear that the lines wanted are far inside a big file. */
const LARGE_CHUNK_BYTES = 524_288;

/** Reads after which they become large. */
const SMALL_READS = 16;

/** First bytes that are shown before more is read: what it takes to tell text from anything else. */
const HEAD_BYTES = 8_192;

/** A window of whatever file it is. */
type PlacelessWindow = Omit<LineWindow, "path">;

/** A window of lines, and the bytes of the file that it came from. */
export interface LineWindowReading {
  readonly window: PlacelessWindow;
  /** All bytes of the file, when the first read brought them. */
  readonly wholeFile?: Uint8Array;
  /** Otherwise the bytes that were given, in order of position; absent where they cannot be told (UTF-16). */
  readonly runs?: readonly ByteRun[];
}

/**
 * Reads a window of lines, streaming: stops where the window ends, and holds one read and the window in memory.
 *
 * A line ends with LF; a CR before it is not part of the line. Bytes that do not decode become U+FFFD. A byte order mark
 * is left out; UTF-16 is recognised by it, and its limits count the bytes that the text takes in UTF-8.
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
  const collector = new LineCollector(request, mark, keepRuns);

  for (let chunk = first.subarray(mark); ; chunk = await source.next()) {
    collector.add(transcode === undefined ? chunk : transcode(chunk, source.ended));
    if (collector.finished || source.ended) break;
    throwIfCancelled(signal);
  }
  // When the window ends with its last read, one more tells whether anything follows.
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
      cutLines: collector.cutLines,
      byteLimitHit: collector.byteLimitHit,
      size: handle.stat.size,
    },
    ...(wholeFile === undefined ? {} : { wholeFile }),
    ...(keepRuns ? { runs: collector.runs } : {}),
  };
}

function emptyWindow(handle: ReadHandle, { startLine }: LineWindowRequest): PlacelessWindow {
  const { size } = handle.stat;
  return { lines: [], firstLine: startLine, more: size > 0, cutLines: [], byteLimitHit: false, size };
}

/** Memory of the last read of a big file: to have it cleared for each would take longer than the read. */
let spare: Uint8Array<ArrayBuffer> | undefined;

/** A file piece by piece; each piece is valid until the next one is asked for, those of a small file for ever. */
class ChunkSource {
  /** Whether the last piece given was the last of the file. */
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
    // One byte more than the size, so that the read that brings everything also shows that it did.
    this.#buffer = new Uint8Array(size > 0 && size < CHUNK_BYTES ? size + 1 : CHUNK_BYTES);
  }

  /** Nothing that was given is used any more, unless it was the whole of a small file. */
  end(): void {
    // A file that has shrunk meanwhile may have come whole in the first read, and its bytes are kept.
    if (!(this.ended && this.#reads === 1)) spare = this.#lent ?? spare;
  }

  async next(): Promise<Uint8Array> {
    this.#reads += 1;
    if (this.#reads === SMALL_READS) this.#buffer = new Uint8Array(LARGE_CHUNK_BYTES);
    const count = await this.handle.read(this.#buffer, this.#position);
    this.#position += count;
    const { size } = this.handle.stat;
    // A file of /proc has no size, and gives less than asked for without being at its end.
    const shortRead = count < this.#buffer.byteLength && size > 0 && this.#position >= size;
    this.ended = count === 0 || shortRead;
    return this.#buffer.subarray(0, count);
  }
}

/** Turns pieces of UTF-16 into pieces of UTF-8, so that lines are found in one way only. */
function utf16Transcoder(label: string): (chunk: Uint8Array, last: boolean) => Uint8Array {
  const decoder = new TextDecoder(label, { ignoreBOM: true });
  const encoder = new TextEncoder();
  return (chunk, last) => encoder.encode(decoder.decode(chunk, { stream: !last }));
}
