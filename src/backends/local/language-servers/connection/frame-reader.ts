import type { Readable } from "node:stream";
import type {
  DataCallback,
  Disposable,
  Message,
  MessageReader,
} from "vscode-languageserver-protocol/node.js";

/** Bytes of the header of one message. */
export const MAX_HEADER_BYTES = 8_192;

/** Bytes of one message: the diagnostics of a generated file of a million lines fit, a server that lies about a length does not. */
export const MAX_MESSAGE_BYTES = 16 * 1024 ** 2;

/** What a server may send in {@link FLOOD_WINDOW_MS}; it is ended when it sends more. */
const FLOOD_LIMITS = { messages: 20_000, bytes: 128 * 1024 ** 2 } as const;

/** Milliseconds over which a flood is measured. */
const FLOOD_WINDOW_MS = 10_000;

const HEADER_END = Buffer.from("\r\n\r\n");
const NOTHING: Disposable = { dispose() {} };

/**
 * Reads the messages of a server that is not trusted to keep to the protocol: headers, messages and rates are bounded.
 *
 * The reader of the protocol's library waits for whatever length is announced and keeps all that comes.
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
  /** Bytes of the message that are still to come; `undefined` while the header is read. */
  #missing: number | undefined;
  #window = { since: 0, messages: 0, bytes: 0 };
  #ended = false;

  /** @param onBroken - called once, with what the server did; nothing is read any more then */
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
    // What still comes must not fill the pipe, or the server would never see its end.
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
        this.#break("sent what is not a message");
      this.#header = header;
      return chunk.subarray(Math.min(chunk.length, MAX_HEADER_BYTES));
    }
    const length = contentLength(header.toString("latin1", 0, end));
    if (length === undefined) this.#break("sent a header without the length of its message");
    else if (length > MAX_MESSAGE_BYTES) this.#break(`announced a message of ${length} bytes`);
    else this.#missing = length;
    const taken = end + HEADER_END.length - this.#header.length;
    this.#header = Buffer.alloc(0);
    if (this.#missing === 0) this.#give();
    return chunk.subarray(taken);
  }

  #readBody(chunk: Buffer, missing: number): Buffer {
    const part = chunk.subarray(0, missing);
    this.#body.push(part);
    this.#missing = missing - part.length;
    if (this.#missing === 0) this.#give();
    return chunk.subarray(part.length);
  }

  #give(): void {
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
      this.#break("sent a message that is no object");
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

/** Whether bytes can be the beginning of a header: what a wrapper prints by mistake is told at once. */
function mayBeHeader(bytes: Buffer): boolean {
  const lines = bytes.toString("latin1").split("\r\n");
  const begun = lines.pop() ?? "";
  return lines.every((line) => /^[A-Za-z-]+:/.test(line)) && /^[A-Za-z-]*(?:[:\r]|$)/.test(begun);
}

function contentLength(header: string): number | undefined {
  const digits = /^content-length:[ \t]*(\d{1,15})[ \t]*$/im.exec(header)?.[1];
  return digits === undefined ? undefined : Number(digits);
}
