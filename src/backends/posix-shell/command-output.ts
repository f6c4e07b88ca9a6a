import { Buffer } from "node:buffer";

/** Receivers of the parts of a command's output. */
interface OutputReceivers {
  readonly onStart: () => void;
  readonly onOutput: (chunk: Uint8Array, stream: Stream) => void;
  /** Called when both streams have reached their end. */
  readonly onEnd: () => void;
}

type Stream = "stdout" | "stderr";

/** Characters of an exit status or reason after a mark. */
const MAX_RESULT_BYTES = 500;

/**
 * Separates the output of a command from the marks around it: `<mark>[<process id>` before it, and `<mark>]=<exit status>` at
 * the end of each stream. Where both streams arrive as one, both ends are in it.
 */
export class CommandOutput {
  processId: number | undefined;
  exitCode: number | undefined;
  /** The reason why the command was not started. */
  failure: string | undefined;
  readonly #begin: Buffer;
  readonly #finish: Buffer;
  readonly #held: Record<Stream, Buffer> = { stdout: Buffer.alloc(0), stderr: Buffer.alloc(0) };
  #ends = 0;

  constructor(
    mark: string,
    private readonly receivers: OutputReceivers,
  ) {
    this.#begin = Buffer.from(`${mark}[`);
    this.#finish = Buffer.from(`${mark}]`);
  }

  /** Takes the next bytes of a stream. */
  receive(chunk: Buffer, stream: Stream): void {
    if (this.#ends === 2) return;
    let rest = this.#held[stream].length === 0 ? chunk : Buffer.concat([this.#held[stream], chunk]);
    if (stream === "stdout" && this.processId === undefined && this.failure === undefined) {
      const started = this.#readStart(rest);
      if (started === undefined) {
        this.#held[stream] = rest;
        return;
      }
      rest = started;
    }
    this.#held[stream] = this.#readOutput(rest, stream);
  }

  /** Passes what could have been the beginning of a mark. */
  finish(): void {
    if (this.processId === undefined || this.#ends === 2) return;
    for (const stream of ["stdout", "stderr"] as const) {
      if (this.#held[stream].length > 0) this.receivers.onOutput(this.#held[stream], stream);
      this.#held[stream] = Buffer.alloc(0);
    }
  }

  /** Returns what follows the start of the command; what a login shell wrote before it is dropped. */
  #readStart(bytes: Buffer): Buffer | undefined {
    const start = bytes.indexOf(this.#begin);
    const failed = bytes.indexOf(this.#finish);
    // A short command may arrive whole: its end then follows its start.
    if (failed >= 0 && (start < 0 || failed < start)) {
      const line = lineAfter(bytes, failed + this.#finish.length);
      if (line === undefined) return undefined;
      this.failure = line.text;
      this.#ends = 2;
      this.receivers.onEnd();
      return Buffer.alloc(0);
    }
    const line = start < 0 ? undefined : lineAfter(bytes, start + this.#begin.length);
    if (line === undefined) return undefined;
    this.processId = Number.parseInt(line.text, 10);
    this.receivers.onStart();
    return line.rest;
  }

  #readOutput(bytes: Buffer, stream: Stream): Buffer {
    let rest = bytes;
    for (;;) {
      const end = rest.indexOf(this.#finish);
      if (end < 0) {
        // The last bytes may be the beginning of a mark.
        const kept = Math.min(rest.length, beginningOf(this.#finish, rest));
        this.#pass(rest.subarray(0, rest.length - kept), stream);
        return Buffer.from(rest.subarray(rest.length - kept));
      }
      this.#pass(rest.subarray(0, end), stream);
      const line = lineAfter(rest, end + this.#finish.length);
      if (line === undefined) return Buffer.from(rest.subarray(end));
      rest = line.rest;
      // Without the end of standard output, a part of it may be missing.
      if (stream === "stdout") this.exitCode ??= Number.parseInt(line.text.slice(1), 10);
      this.#ends += 1;
      if (this.#ends === 2) {
        this.receivers.onEnd();
        return Buffer.alloc(0);
      }
    }
  }

  #pass(bytes: Buffer, stream: Stream): void {
    if (bytes.length > 0) this.receivers.onOutput(bytes, stream);
  }
}

/** Returns the length of the longest end of some bytes with which a mark begins. */
function beginningOf(mark: Buffer, bytes: Buffer): number {
  const most = Math.min(mark.length - 1, bytes.length);
  for (let length = most; length > 0; length -= 1) {
    if (bytes.subarray(bytes.length - length).equals(mark.subarray(0, length))) return length;
  }
  return 0;
}

function lineAfter(
  bytes: Buffer,
  start: number,
): { readonly text: string; readonly rest: Buffer } | undefined {
  const end = bytes.indexOf("\n", start);
  if (end < 0)
    return bytes.length - start > MAX_RESULT_BYTES ? { text: "", rest: bytes.subarray(start) } : undefined;
  return { text: bytes.toString("utf8", start, end), rest: bytes.subarray(end + 1) };
}
