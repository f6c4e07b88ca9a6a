import { joinBytes } from "../../values/index.js";
/** The streams of a command. */
export type OutputStream = "stdout" | "stderr";

/**
 * Merges the streams of a command into one sequence of bytes without splitting characters: a character at the end of a
 * chunk waits for its remaining bytes, so that a chunk of the other stream cannot come between them.
 */
export class Utf8Streams {
  readonly #waiting: Record<OutputStream, Uint8Array> = {
    stdout: new Uint8Array(),
    stderr: new Uint8Array(),
  };
  readonly #write: (bytes: Uint8Array, stream: OutputStream) => void;

  /** @param write - receives whole characters and their stream; must copy what it keeps */
  constructor(write: (bytes: Uint8Array, stream: OutputStream) => void) {
    this.#write = write;
  }

  add(chunk: Uint8Array, stream: OutputStream): void {
    const waiting = this.#waiting[stream];
    let rest = chunk;
    if (waiting.length > 0) {
      const missing = Math.min(chunk.length, expectedLength(waiting[0] as number) - waiting.length);
      const joined = joinBytes([waiting, chunk.subarray(0, missing)]);
      rest = chunk.subarray(missing);
      if (rest.length === 0 && incompleteTail(joined) === joined.length) {
        this.#waiting[stream] = joined;
        return;
      }
      this.#waiting[stream] = new Uint8Array();
      this.#write(joined, stream);
    }
    const tail = incompleteTail(rest);
    if (tail > 0) this.#waiting[stream] = rest.slice(rest.length - tail);
    if (rest.length > tail) this.#write(rest.subarray(0, rest.length - tail), stream);
  }

  /** Passes on incomplete characters at the end of the streams. */
  finish(): void {
    for (const stream of ["stdout", "stderr"] as const) {
      if (this.#waiting[stream].length > 0) this.#write(this.#waiting[stream], stream);
      this.#waiting[stream] = new Uint8Array();
    }
  }
}

/** Returns the number of bytes of a character, from its first one. */
function expectedLength(first: number): number {
  return first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : 2;
}

/** Returns the number of bytes at the end that begin a character but do not complete it. */
function incompleteTail(bytes: Uint8Array): number {
  for (let back = 1; back <= Math.min(3, bytes.length); back += 1) {
    const byte = bytes[bytes.length - back] as number;
    if (byte >= 0xc2 && byte <= 0xf4) return back < expectedLength(byte) ? back : 0;
    if ((byte & 0xc0) !== 0x80) return 0;
  }
  return 0;
}
