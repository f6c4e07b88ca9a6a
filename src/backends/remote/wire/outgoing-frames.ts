import process from "node:process";

/** Bytes of waiting frames that are sent before the end of the turn. */
const MAX_WAITING_BYTES = 262_144;

/** A frame of this size is sent separately: joining it with others would copy it. */
const LARGE_FRAME_BYTES = 16_384;

/**
 * Sends frames in order. The first one of a turn of the event loop is sent at once; those that follow it in the same turn are joined
 * to one write at its end, since each write costs a system call here and wakes the peer.
 */
export class OutgoingFrames {
  readonly #write: (bytes: Uint8Array) => void;
  #waiting: Uint8Array[] = [];
  #waitingBytes = 0;
  #isInTurn = false;

  constructor(write: (bytes: Uint8Array) => void) {
    this.#write = write;
  }

  send(frame: Uint8Array): void {
    if (!this.#isInTurn) {
      this.#isInTurn = true;
      process.nextTick(() => {
        this.#isInTurn = false;
        this.flush();
      });
      this.#write(frame);
      return;
    }
    if (frame.length >= LARGE_FRAME_BYTES) {
      this.flush();
      this.#write(frame);
      return;
    }
    this.#waiting.push(frame);
    this.#waitingBytes += frame.length;
    if (this.#waitingBytes >= MAX_WAITING_BYTES) this.flush();
  }

  /** Sends the frames that wait for the end of the turn. */
  flush(): void {
    const frames = this.#waiting;
    const [first] = frames;
    if (first === undefined) return;
    const bytes = frames.length === 1 ? first : Buffer.concat(frames, this.#waitingBytes);
    this.#waiting = [];
    this.#waitingBytes = 0;
    this.#write(bytes);
  }
}
