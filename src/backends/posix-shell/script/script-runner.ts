import { Buffer } from "node:buffer";
import { describeThrown, ToolError } from "../../../contract/index.js";
import { hexadecimal } from "../../../values/index.js";
import { outputBytes } from "./output-bytes.js";
import type { PosixTransport } from "./posix-exec.js";
import { PRELUDE } from "./prelude.js";
import { connectionLost, scriptFailure } from "./script-failure.js";
import { commandOf, octal } from "./shell-words.js";

/** Bytes of the random mark of an answer. */
const MARK_BYTES = 16;

/** Largest answer. Contents are fetched in parts, so only a list of a million names would be larger. */
const MAX_ANSWER_BYTES = 67_108_864;

/** Bytes that one operation sends where the command has no input: they are a part of the command, four characters each. */
const MAX_INLINE_BYTES = 16_384;

/** Bytes that one operation sends as input. */
const MAX_INPUT_BYTES = 8_388_608;

/** Bytes of content in one answer. */
const MAX_CONTENT_BYTES = 262_144;

/** Bytes of the marks and facts around the content of an answer, rounded up. */
const ANSWER_OVERHEAD_BYTES = 4_096;

/** Options of one operation. */
export interface ScriptOptions {
  /** Named by errors. */
  readonly path: string;
  /** Output of the function `content` of the script; at most {@link ScriptRunner.maxInputBytes}. */
  readonly content?: Uint8Array | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** Runs scripts on the machine, each by one command, and returns their answers. */
export class ScriptRunner {
  constructor(readonly transport: PosixTransport) {}

  /** Most bytes of `content` in one operation. */
  get maxInputBytes(): number {
    return this.transport.takesInput ? MAX_INPUT_BYTES : MAX_INLINE_BYTES;
  }

  /** Most bytes of content in one answer. */
  get maxContentBytes(): number {
    const { maxOutputBytes, output } = this.transport;
    if (maxOutputBytes === undefined) return MAX_CONTENT_BYTES;
    // In base64, three bytes are four characters, and each line of 76 has a line break.
    const room = output === "text" ? Math.floor((maxOutputBytes * 18) / 25) : maxOutputBytes;
    return Math.min(MAX_CONTENT_BYTES, room - ANSWER_OVERHEAD_BYTES);
  }

  /** Returns a new random mark. */
  mark(): string {
    return hexadecimal(crypto.getRandomValues(new Uint8Array(MARK_BYTES)));
  }

  /**
   * Returns the command line and input for a script that uses the mark `$N`. The mark is sent as input where possible, so
   * that no other process sees it among the arguments.
   */
  prepare(script: string, mark: string, content: Uint8Array = new Uint8Array(0)) {
    if (!this.transport.takesInput) {
      const inline = `content() { printf %b '${octal(Buffer.from(content).toString("latin1"))}'; }\n`;
      return { command: commandOf(`N=${mark}\n${inline}${script}`), stdin: new Uint8Array(0) };
    }
    const stdin = Buffer.concat([Buffer.from(`${mark}\n`), content]);
    return { command: commandOf(`IFS= read -r N\ncontent() { cat; }\n${script}`), stdin };
  }

  /** Returns the body of the answer. Throws the failure that the script reports, or `connection-lost`. */
  async run(script: string, { path, content, signal }: ScriptOptions): Promise<Buffer> {
    const mark = this.mark();
    const isText = this.transport.output === "text";
    const whole = `${PRELUDE}printf '%s[' "$N"\n${script}\nprintf '%s]ok\\n' "$N"`;
    const encoded = isText ? `printf '%s<' "$N"\n( ${whole}\n) | base64\nprintf '>%s' "$N"` : whole;
    const { command, stdin } = this.prepare(encoded, mark, content);
    const received = await this.#receive(command, stdin, signal);
    const answer = isText ? decoded(received, mark) : received;
    const start = answer.indexOf(`${mark}[`);
    const end = start < 0 ? -1 : answer.indexOf(`${mark}]`, start);
    const lineEnd = end < 0 ? -1 : answer.indexOf("\n", end);
    if (lineEnd < 0) throw connectionLost(incomplete(received));
    const result = answer.toString("utf8", end + mark.length + 1, lineEnd);
    if (result !== "ok") throw scriptFailure(result, path);
    return answer.subarray(start + mark.length + 1, end);
  }

  async #receive(command: string, stdin: Uint8Array, signal: AbortSignal | undefined): Promise<Buffer> {
    const { exec, timeoutMs } = this.transport;
    const late = AbortSignal.timeout(timeoutMs);
    const ended = signal === undefined ? late : AbortSignal.any([signal, late]);
    const chunks: Buffer[] = [];
    const excess = new AbortController();
    let size = 0;
    let isTruncated = false;
    const onStdout = (chunk: Uint8Array | string) => {
      const bytes = outputBytes(chunk);
      size += bytes.length;
      if (size > MAX_ANSWER_BYTES) excess.abort();
      else chunks.push(bytes);
    };
    const both = AbortSignal.any([ended, excess.signal]);
    let abort = () => {};
    const aborted = new Promise<undefined>((resolve) => {
      abort = () => resolve(undefined);
      both.addEventListener("abort", abort, { once: true });
      if (both.aborted) abort();
    });
    try {
      const running = Promise.resolve(
        exec(command, { stdin, signal: both, onStdout, onStderr: () => {}, isCommand: false }),
      );
      // The function of the host may not end when its signal says so.
      running.catch(() => {});
      const result = await Promise.race([running, aborted]);
      if (result?.stdout !== undefined) onStdout(result.stdout);
      if (result?.isTruncated === true) isTruncated = true;
    } catch (error) {
      if (!both.aborted) throw connectionLost(describeThrown(error));
    } finally {
      both.removeEventListener("abort", abort);
    }
    if (excess.signal.aborted) throw connectionLost(`the answer is larger than ${MAX_ANSWER_BYTES} bytes`);
    if (signal?.aborted) throw new ToolError("The operation was cancelled.", { code: "cancelled" });
    if (late.aborted) throw connectionLost(`there was no answer within ${timeoutMs} ms`);
    if (isTruncated) throw connectionLost("a limit of the machine truncated the answer");
    return Buffer.concat(chunks);
  }
}

function decoded(received: Buffer, mark: string): Buffer {
  const start = received.indexOf(`${mark}<`);
  const end = received.indexOf(`>${mark}`, start);
  if (start < 0 || end < 0) return Buffer.alloc(0);
  return Buffer.from(received.toString("latin1", start + mark.length + 1, end), "base64");
}

/** Characters of an incomplete answer that a message quotes. */
const QUOTED_CHARACTERS = 200;

function incomplete(received: Buffer): string {
  const text = received.toString("utf8").trim().slice(0, QUOTED_CHARACTERS);
  return text === "" ? "the answer is empty" : `the answer is not complete: ${JSON.stringify(text)}`;
}
