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

/** The byte after a mark, which tells what the rest of its line is. */
const KINDS = { processId: "#".charCodeAt(0), end: "]".charCodeAt(0) } as const;

/**
 * Separates the output of a command from the marks in it: a line `<mark>[` before it, a line `<mark>#<process id>` anywhere in it, because
 * the command may write before its process id is known, and `<mark>]=<exit status>` at the end of each stream. Where both streams arrive
 * as one, both ends are in it.
 */
export class CommandOutput {
  processId: number | undefined;
  exitCode: number | undefined;
  /** The reason why the command was not started. */
  failure: string | undefined;
  isStarted = false;
  readonly #mark: Buffer;
  readonly #held: Record<Stream, Buffer> = { stdout: Buffer.alloc(0), stderr: Buffer.alloc(0) };
  #ends = 0;

  constructor(
    mark: string,
    private readonly receivers: OutputReceivers,
  ) {
    this.#mark = Buffer.from(mark);
  }

  /** Takes the next bytes of a stream. */
  receive(chunk: Buffer, stream: Stream): void {
    if (this.#ends === 2) return;
    let rest = this.#held[stream].length === 0 ? chunk : Buffer.concat([this.#held[stream], chunk]);
    if (stream === "stdout" && !this.isStarted && this.failure === undefined) {
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
    if (!this.isStarted || this.#ends === 2) return;
    for (const stream of ["stdout", "stderr"] as const) {
      if (this.#held[stream].length > 0) this.receivers.onOutput(this.#held[stream], stream);
      this.#held[stream] = Buffer.alloc(0);
    }
  }

  /** Returns what follows the start of the command; what a login shell wrote before it is dropped. */
  #readStart(bytes: Buffer): Buffer | undefined {
    const at = bytes.indexOf(this.#mark);
    const line = at < 0 ? undefined : lineAfter(bytes, at + this.#mark.length + 1);
    if (line === undefined) return undefined;
    if (bytes[at + this.#mark.length] === KINDS.end) {
      this.failure = line.text;
      this.#ends = 2;
      this.receivers.onEnd();
      return Buffer.alloc(0);
    }
    this.isStarted = true;
    this.receivers.onStart();
    return line.rest;
  }

  #readOutput(bytes: Buffer, stream: Stream): Buffer {
    let rest = bytes;
    for (;;) {
      const at = rest.indexOf(this.#mark);
      const after = at + this.#mark.length;
      const kind = at < 0 ? undefined : rest[after];
      if (kind !== undefined && kind !== KINDS.processId && kind !== KINDS.end) {
        this.#pass(rest.subarray(0, after), stream);
        rest = rest.subarray(after);
        continue;
      }
      // The last bytes may be the beginning of a mark.
      const start = at < 0 ? rest.length - beginningOf(this.#mark, rest) : at;
      const line = at < 0 ? undefined : lineAfter(rest, after + 1);
      this.#pass(rest.subarray(0, start), stream);
      if (line === undefined) return Buffer.from(rest.subarray(start));
      if (kind === KINDS.processId) this.processId = Number.parseInt(line.text, 10);
      else {
        // Without the end of standard output, a part of it may be missing.
        if (stream === "stdout") this.exitCode ??= Number.parseInt(line.text.slice(1), 10);
        this.#ends += 1;
        if (this.#ends === 2) {
          this.receivers.onEnd();
          return Buffer.alloc(0);
        }
      }
      rest = line.rest;
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
