import type { Writable } from "node:stream";
import type { Disposable, Message, MessageWriter } from "vscode-languageserver-protocol/node.js";

/** Bytes that a server has not read yet; one that reads nothing at all would otherwise fill this process. */
const MAX_UNREAD_BYTES = 64 * 1024 ** 2;

const NOTHING: Disposable = { dispose() {} };

/**
 * Writes messages to a server that may be gone at any moment.
 *
 * Never rejects: what the protocol's library does with a request that cannot be written is an unhandled rejection, which ends
 * the host. The end of the server is what tells that nothing was read.
 */
export class FrameWriter implements MessageWriter {
  readonly onError = () => NOTHING;
  readonly onClose = () => NOTHING;
  readonly #stream: Writable;
  readonly #onBroken: (reason: string) => void;
  #ended = false;

  /** @param onBroken - called once, with what the server did not do; nothing is written any more then */
  constructor(stream: Writable, onBroken: (reason: string) => void) {
    this.#stream = stream;
    this.#onBroken = onBroken;
  }

  async write(message: Message): Promise<void> {
    if (this.#ended || !this.#stream.writable) return;
    const text = JSON.stringify(message);
    this.#stream.write(`Content-Length: ${Buffer.byteLength(text)}\r\n\r\n${text}`, () => {});
    if (this.#stream.writableLength <= MAX_UNREAD_BYTES) return;
    this.#ended = true;
    this.#onBroken(`did not read ${MAX_UNREAD_BYTES} bytes that were sent to it`);
  }

  end(): void {
    this.#ended = true;
  }

  dispose(): void {
    this.#ended = true;
  }
}
