import type { Writable } from "node:stream";
import type { Disposable, Message, MessageWriter } from "vscode-jsonrpc/node.js";

/**
 * Largest number of bytes that a server has not read yet; a server that reads nothing would otherwise exhaust
 * the memory of this process.
 */
const MAX_UNREAD_BYTES = 64 * 1024 ** 2;

const NOTHING: Disposable = { dispose() {} };

/**
 * A writer for messages to a server that may end at any moment.
 *
 * Never rejects: the protocol's library turns a request that cannot be written into an unhandled rejection,
 * which would end the host. The end of the server reports that nothing was read.
 */
export class FrameWriter implements MessageWriter {
  readonly onError = () => NOTHING;
  readonly onClose = () => NOTHING;
  readonly #stream: Writable;
  readonly #onBroken: (reason: string) => void;
  #ended = false;

  /** @param onBroken - called once, with the violation; writing stops then */
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
