/** Most bytes of the JSON of a frame: a line that ripgrep returns has at most 1 MiB, six times that when escaped. */
const MAX_HEAD_BYTES = 8_388_608;

/** Most bytes after the JSON of a frame. Longer contents are sent in several frames. */
export const MAX_BODY_BYTES = 1_048_576;

/** Bytes of the two lengths at the start of a frame. */
const PREFIX_BYTES = 8;

/** One message of the protocol. */
export interface Frame {
  readonly head: Readonly<Record<string, unknown>>;
  /** Bytes that belong to the message; empty for most. */
  readonly body: Uint8Array;
}

/** Sent by a worker before its first frame. A login shell may print other text before it. */
export const WORKER_MAGIC = new TextEncoder().encode("\n\u0000collet-remote\u0000\n");

const DECODER = new TextDecoder("utf-8", { fatal: true });

const NO_BYTES = new Uint8Array();

/** An error in the bytes of a peer. The connection cannot be used any more. */
class FrameError extends Error {}

/** Writes a frame: the lengths of its JSON and of its bytes, both as 32 bits, big-endian, and then both. */
export function encodeFrame(head: Frame["head"], body: Uint8Array = NO_BYTES): Uint8Array {
  const json = JSON.stringify(head);
  const jsonBytes = Buffer.byteLength(json);
  if (jsonBytes > MAX_HEAD_BYTES)
    throw new FrameError(`A message of ${jsonBytes} bytes exceeds the limit of ${MAX_HEAD_BYTES}.`);
  if (body.length > MAX_BODY_BYTES)
    throw new FrameError(`A body of ${body.length} bytes exceeds the limit of ${MAX_BODY_BYTES}.`);
  // Every byte is written below. Written into the frame, a small text needs neither a separate buffer nor a copy.
  const frame = Buffer.allocUnsafe(PREFIX_BYTES + jsonBytes + body.length);
  frame.writeUInt32BE(jsonBytes, 0);
  frame.writeUInt32BE(body.length, 4);
  frame.write(json, PREFIX_BYTES, "utf8");
  frame.set(body, PREFIX_BYTES + jsonBytes);
  return frame;
}

/** Reads frames from a stream. Memory is bounded by the limits of one frame, whatever lengths a peer announces. */
export class FrameReader {
  readonly #chunks: AsyncIterator<Uint8Array>;
  #buffered: Uint8Array[] = [];
  #length = 0;

  constructor(input: AsyncIterable<Uint8Array>) {
    this.#chunks = input[Symbol.asyncIterator]();
  }

  /**
   * Skips what precedes {@link WORKER_MAGIC}, up to a limit.
   *
   * @returns the skipped text when the stream ended or the limit was reached before
   */
  async skipToMagic(maxBytes: number): Promise<string | undefined> {
    let seen = "";
    const magic = String.fromCharCode(...WORKER_MAGIC);
    for (;;) {
      const chunk = await this.#chunks.next();
      if (chunk.done) return seen;
      // Latin-1 keeps one character for each byte.
      const text = Buffer.from(chunk.value).toString("latin1");
      const from = Math.max(0, seen.length - magic.length);
      seen += text;
      const found = seen.indexOf(magic, from);
      if (found >= 0) {
        const rest = seen.slice(found + magic.length);
        this.#add(Buffer.from(rest, "latin1"));
        return undefined;
      }
      if (seen.length > maxBytes) return seen;
    }
  }

  /**
   * Returns the next frame; `undefined` at the end of the stream.
   *
   * @throws FrameError for a frame that exceeds a limit, ends early or has no JSON object
   */
  async next(): Promise<Frame | undefined> {
    const arrived = this.arrived();
    if (arrived !== undefined) return arrived;
    const prefix = await this.#take(PREFIX_BYTES);
    if (prefix === undefined) return undefined;
    const { headBytes, bodyBytes } = lengthsIn(prefix);
    const whole = await this.#take(headBytes + bodyBytes);
    if (whole === undefined) throw new FrameError("The connection ended in the middle of a frame.");
    return { head: parsedHead(whole.subarray(0, headBytes)), body: whole.subarray(headBytes) };
  }

  /**
   * Returns the next frame without a promise if it has arrived in one piece, as most do: many small frames come together.
   *
   * @throws FrameError as {@link next} does
   */
  arrived(): Frame | undefined {
    const [chunk] = this.#buffered;
    if (chunk === undefined || chunk.length < PREFIX_BYTES) return undefined;
    const { headBytes, bodyBytes } = lengthsIn(chunk);
    const bodyStart = PREFIX_BYTES + headBytes;
    const end = bodyStart + bodyBytes;
    if (chunk.length < end) return undefined;
    if (chunk.length === end) this.#buffered.shift();
    else this.#buffered[0] = chunk.subarray(end);
    this.#length -= end;
    // A copy: a body may be kept for long, and would keep all that arrived with it.
    const body = bodyBytes === 0 ? NO_BYTES : new Uint8Array(chunk.subarray(bodyStart, end));
    return { head: parsedHead(chunk.subarray(PREFIX_BYTES, bodyStart)), body };
  }

  /** Returns bytes; `undefined` when the stream has ended before the first of them. */
  async #take(count: number): Promise<Uint8Array | undefined> {
    if (count === 0) return new Uint8Array();
    while (this.#length < count) {
      const chunk = await this.#chunks.next();
      if (!chunk.done) this.#add(chunk.value);
      else if (this.#length === 0) return undefined;
      else throw new FrameError("The connection ended in the middle of a frame.");
    }
    const taken = new Uint8Array(count);
    let filled = 0;
    let used = 0;
    for (const chunk of this.#buffered) {
      const part = chunk.subarray(0, count - filled);
      taken.set(part, filled);
      filled += part.length;
      if (part.length < chunk.length) {
        this.#buffered[used] = chunk.subarray(part.length);
        break;
      }
      used += 1;
      if (filled === count) break;
    }
    this.#buffered = this.#buffered.slice(used);
    this.#length -= count;
    return taken;
  }

  #add(chunk: Uint8Array): void {
    if (chunk.length === 0) return;
    this.#buffered.push(chunk);
    this.#length += chunk.length;
  }
}

/** Reads the two lengths at the start of a frame. */
function lengthsIn(bytes: Uint8Array): { readonly headBytes: number; readonly bodyBytes: number } {
  const view = new DataView(bytes.buffer, bytes.byteOffset, PREFIX_BYTES);
  const [headBytes, bodyBytes] = [view.getUint32(0), view.getUint32(4)];
  if (headBytes > MAX_HEAD_BYTES || bodyBytes > MAX_BODY_BYTES)
    throw new FrameError(`The peer announced a frame of ${headBytes + bodyBytes} bytes.`);
  return { headBytes, bodyBytes };
}

function parsedHead(json: Uint8Array): Frame["head"] {
  let head: unknown;
  try {
    head = JSON.parse(DECODER.decode(json));
  } catch {
    throw new FrameError("The peer sent a frame without valid JSON.");
  }
  if (typeof head !== "object" || head === null || Array.isArray(head))
    throw new FrameError("The peer sent a frame whose JSON is not an object.");
  return head as Frame["head"];
}
