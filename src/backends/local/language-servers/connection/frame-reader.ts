import type { Readable } from "node:stream";
import type { DataCallback, Disposable, Message, MessageReader } from "vscode-jsonrpc/node.js";

/** Largest header of one message, in bytes. */
export const MAX_HEADER_BYTES = 8_192;

/**
 * Largest message, in bytes: the diagnostics of a generated file of a million lines fit; a false length does
 * not.
 */
export const MAX_MESSAGE_BYTES = 16 * 1024 ** 2;

/** Limits of what a server may send in {@link FLOOD_WINDOW_MS}; a server that sends more is ended. */
const FLOOD_LIMITS = { messages: 20_000, bytes: 128 * 1024 ** 2 } as const;

/** Milliseconds over which the rate of messages is measured. */
const FLOOD_WINDOW_MS = 10_000;

const HEADER_END = Buffer.from("\r\n\r\n");
const NOTHING: Disposable = { dispose() {} };

/**
 * A reader for the messages of a server that may violate the protocol: headers, messages and rates are
 * bounded. The reader of the protocol's library waits for any announced length and buffers everything.
 */
export class FrameReader implements MessageReader {
  readonly onError = () => NOTHING;
  readonly onClose = () => NOTHING;
  readonly onPartialMessage = () => NOTHING;
  readonly #stream: Readable;
  readonly #onBroken: (reason: string) => void;
  #callback: DataCallback | undefined;
  #header: Buffer = Buffer.alloc(0);
  #body: Buffer[] = [];
  /** Bytes of the message that have not arrived yet; `undefined` while the header is read. */
  #missing: number | undefined;
  #window = { since: 0, messages: 0, bytes: 0 };
  #ended = false;

  /** @param onBroken - called once, with the violation; reading stops then */
  constructor(stream: Readable, onBroken: (reason: string) => void) {
    this.#stream = stream;
    this.#onBroken = onBroken;
  }

  listen(callback: DataCallback): Disposable {
    this.#callback = callback;
    this.#stream.on("data", this.#onData);
    return { dispose: () => this.dispose() };
  }

  dispose(): void {
    this.#ended = true;
    this.#stream.off("data", this.#onData);
    // Drain further output: a full pipe would keep the server from ending.
    this.#stream.resume();
    this.#header = Buffer.alloc(0);
    this.#body = [];
  }

  readonly #onData = (chunk: Buffer): void => {
    this.#count(0, chunk.length);
    for (let rest = chunk; rest.length > 0 && !this.#ended; ) {
      rest = this.#missing === undefined ? this.#readHeader(rest) : this.#readBody(rest, this.#missing);
    }
  };

  #readHeader(chunk: Buffer): Buffer {
    const header = Buffer.concat([this.#header, chunk.subarray(0, MAX_HEADER_BYTES)]);
    const end = header.indexOf(HEADER_END);
    if (end === -1 || end > MAX_HEADER_BYTES) {
      if (header.length >= MAX_HEADER_BYTES || !mayBeHeader(header))
        this.#break("sent something that is not a message");
      this.#header = header;
      return chunk.subarray(Math.min(chunk.length, MAX_HEADER_BYTES));
    }
    const length = contentLength(header.toString("latin1", 0, end));
    if (length === undefined) this.#break("sent a header without the length of its message");
    else if (length > MAX_MESSAGE_BYTES) this.#break(`announced a message of ${length} bytes`);
    else this.#missing = length;
    const taken = end + HEADER_END.length - this.#header.length;
    this.#header = Buffer.alloc(0);
    if (this.#missing === 0) this.#endFrame();
    return chunk.subarray(taken);
  }

  #readBody(chunk: Buffer, missing: number): Buffer {
    const part = chunk.subarray(0, missing);
    this.#body.push(part);
    this.#missing = missing - part.length;
    if (this.#missing === 0) this.#endFrame();
    return chunk.subarray(part.length);
  }

  #endFrame(): void {
    const text = Buffer.concat(this.#body).toString("utf8");
    this.#body = [];
    this.#missing = undefined;
    this.#count(1, 0);
    let message: unknown;
    try {
      message = JSON.parse(text);
    } catch {
      this.#break("sent a message that is not JSON");
      return;
    }
    if (typeof message !== "object" || message === null || Array.isArray(message)) {
      this.#break("sent a message that is not an object");
    } else if (!this.#ended) {
      this.#callback?.(message as Message);
    }
  }

  #count(messages: number, bytes: number): void {
    const now = performance.now();
    if (now - this.#window.since > FLOOD_WINDOW_MS) this.#window = { since: now, messages: 0, bytes: 0 };
    this.#window.messages += messages;
    this.#window.bytes += bytes;
    const { messages: many, bytes: much } = this.#window;
    if (many > FLOOD_LIMITS.messages || much > FLOOD_LIMITS.bytes) {
      this.#break(
        `sent more than ${FLOOD_LIMITS.messages} messages or ${FLOOD_LIMITS.bytes} bytes in 10 seconds`,
      );
    }
  }

  #break(reason: string): void {
    if (this.#ended) return;
    this.dispose();
    this.#onBroken(reason);
  }
}

/**
 * Returns whether bytes can be the start of a header: text that a wrapper prints by mistake is detected at
 * once.
 */
function mayBeHeader(bytes: Buffer): boolean {
  const lines = bytes.toString("latin1").split("\r\n");
  const begun = lines.pop() ?? "";
  return lines.every((line) => /^[A-Za-z-]+:/.test(line)) && /^[A-Za-z-]*(?:[:\r]|$)/.test(begun);
}

function contentLength(header: string): number | undefined {
  const digits = /^content-length:[ \t]*(\d{1,15})[ \t]*$/im.exec(header)?.[1];
  return digits === undefined ? undefined : Number(digits);
}
