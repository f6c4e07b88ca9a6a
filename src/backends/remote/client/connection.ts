import { ToolError } from "../../../contract/index.js";
import { isRecord } from "../../../values/index.js";
import type { Connector, RemoteStream } from "../connectors/index.js";
import {
  connectionLost,
  encodeFrame,
  type Frame,
  FrameReader,
  fromWireError,
  MAX_BODY_BYTES,
  OutgoingFrames,
  PROTOCOL_VERSION,
  type WorkerHello,
} from "../wire/index.js";
import { readHello } from "./read-hello.js";

/** Bytes that a login shell may print before the worker starts. */
const MAX_NOISE_BYTES = 65_536;

/** Characters of such text that an error shows. */
const SHOWN_NOISE_CHARACTERS = 500;

/** Most locks that are remembered as taken over: a worker has no more handles. */
const MAX_COMPROMISED = 20_000;

/** Answer of a worker. */
export interface Answer {
  readonly value: unknown;
  readonly body: Uint8Array;
}

/** An event of a running call: output of a command, for example. */
export type OnEvent = (name: string, value: unknown, body: Uint8Array) => void;

/** Options of a call. */
export interface CallOptions {
  readonly body?: Uint8Array | undefined;
  /** Asks the worker to end the call; its answer is still awaited. */
  readonly signal?: AbortSignal | undefined;
  readonly onEvent?: OnEvent | undefined;
  /** Called with a function that sends bytes to the call, and ends them with `undefined`. */
  readonly onOpen?: ((send: (bytes: Uint8Array | undefined) => void) => void) | undefined;
}

/** Options of a connection. */
export interface ConnectionOptions {
  /** Identifies the host to its workers, so that an earlier worker is ended before the next one starts. */
  readonly session: string;
  /** Milliseconds for the start of the worker. */
  readonly connectTimeoutMs: number;
  /** Milliseconds without any frame, while a call is running, after which the connection counts as lost. */
  readonly silenceMs: number;
}

interface PendingCall {
  readonly resolve: (answer: Answer) => void;
  readonly reject: (error: ToolError) => void;
  readonly onEvent: OnEvent | undefined;
}

/** One connection to a worker. */
export class Connection {
  readonly hello: WorkerHello;
  /** Identifies the records of calls of the worker, which tell after a loss what happened; absent if it keeps none. */
  readonly records: string | undefined;
  readonly #stream: RemoteStream;
  readonly #outgoing: OutgoingFrames;
  readonly #pending = new Map<number, PendingCall>();
  readonly #compromised = new Set<number>();
  readonly #silenceMs: number;
  #watch: ReturnType<typeof setInterval> | undefined;
  #heardAt = 0;
  #nextId = 1;
  #lost: string | undefined;

  private constructor(
    stream: RemoteStream,
    { hello, records }: Pick<Connection, "hello" | "records">,
    silenceMs: number,
  ) {
    this.#stream = stream;
    this.#outgoing = new OutgoingFrames((bytes) => {
      stream.write(bytes).catch((error: Error) => this.#end(`${error.message}.`));
    });
    this.hello = hello;
    this.records = records;
    this.#silenceMs = silenceMs;
  }

  /**
   * Starts a worker and agrees on the protocol.
   *
   * @throws ToolError `connection-lost` with what the worker or the connector printed
   */
  static async open(connect: Connector, options: ConnectionOptions): Promise<Connection> {
    const stream = await Promise.resolve()
      .then(connect)
      .catch((cause: unknown) => {
        throw notConnected(cause instanceof Error ? cause.message : String(cause));
      });
    let timer: ReturnType<typeof setTimeout> | undefined;
    const late = new Promise<never>((_, reject) => {
      const text = `the worker did not start within ${options.connectTimeoutMs} ms`;
      timer = setTimeout(() => reject(notConnected(text, stream)), options.connectTimeoutMs);
    });
    try {
      return await Promise.race([Connection.#agree(stream, options), late]);
    } catch (error) {
      stream.close();
      throw ToolError.isInstance(error) ? error : notConnected(String((error as Error).message), stream);
    } finally {
      clearTimeout(timer);
    }
  }

  static async #agree(stream: RemoteStream, options: ConnectionOptions): Promise<Connection> {
    const reader = new FrameReader(stream.input);
    const noise = await reader.skipToMagic(MAX_NOISE_BYTES);
    if (noise !== undefined) {
      const shown = noise.trim().slice(0, SHOWN_NOISE_CHARACTERS);
      throw notConnected(shown === "" ? "the worker did not start" : `it printed: ${shown}`, stream);
    }
    const hello = readHello((await reader.next())?.head);
    if (typeof hello === "string") throw notConnected(hello, stream);
    const mine = { type: "hello", version: PROTOCOL_VERSION, session: options.session };
    await stream.write(encodeFrame(mine));
    const answer = (await reader.next())?.head;
    if (answer?.type !== "ready")
      throw notConnected(
        answer?.type === "refused" ? fromWireError(answer.error).message : "the worker ended",
        stream,
      );
    const records = typeof answer.records === "string" ? answer.records : undefined;
    const connection = new Connection(stream, { hello, records }, options.silenceMs);
    void connection.#receive(reader);
    return connection;
  }

  get isLost(): boolean {
    return this.#lost !== undefined;
  }

  /** Returns whether the worker has reported that a lock can no longer be relied upon. */
  isCompromised(handle: number): boolean {
    return this.isLost || this.#compromised.has(handle);
  }

  /**
   * Carries out a method of the worker. Rejects with the worker's error, or with `connection-lost`.
   *
   * A value of the answer is data of another machine: its reader checks it.
   */
  call(method: string, args: object, options: CallOptions = {}): Promise<Answer> {
    const { body, signal, onEvent, onOpen } = options;
    const lost = this.#lost;
    if (lost !== undefined) return Promise.reject(connectionLost(lost, { isSent: false }));
    const id = this.#nextId++;
    return new Promise((resolve, reject) => {
      const cancel = () => this.#post({ type: "cancel", id });
      // In the message itself: the worker may act on it before the next one arrives.
      const isCancelled = signal?.aborted === true;
      const end = () => {
        this.#pending.delete(id);
        signal?.removeEventListener("abort", cancel);
        if (this.#pending.size === 0) this.#stopWatching();
      };
      this.#pending.set(id, {
        resolve: (answer) => {
          end();
          resolve(answer);
        },
        reject: (error) => {
          end();
          reject(error);
        },
        onEvent,
      });
      this.#startWatching();
      try {
        this.#post({ type: "call", id, method, args, ...(isCancelled && { cancelled: true }) }, body);
      } catch (error) {
        end();
        reject(new ToolError((error as Error).message, { code: "io-error" }));
        return;
      }
      if (!isCancelled) signal?.addEventListener("abort", cancel, { once: true });
      onOpen?.((bytes) => {
        if (bytes === undefined) this.#post({ type: "input-end", id });
        else
          for (let at = 0; at < bytes.length; at += MAX_BODY_BYTES)
            this.#post({ type: "input", id }, bytes.subarray(at, at + MAX_BODY_BYTES));
      });
    });
  }

  /** Sends a message without an answer; does nothing on a lost connection. */
  send(method: string, args: object, body?: Uint8Array): void {
    if (this.#lost === undefined) this.#post({ type: "send", method, args }, body);
  }

  close(): void {
    this.#end("it was closed.");
  }

  #post(head: Frame["head"], body?: Uint8Array): void {
    if (this.#lost === undefined) this.#outgoing.send(encodeFrame(head, body));
  }

  async #receive(reader: FrameReader): Promise<void> {
    let reason = "the worker ended.";
    try {
      for (;;) {
        const frame = reader.arrived() ?? (await reader.next());
        if (frame === undefined || this.isLost) break;
        this.#heardAt = performance.now();
        this.#accept(frame);
      }
    } catch (error) {
      reason = (error as Error).message;
    }
    this.#end(reason);
  }

  #accept({ head, body }: Frame): void {
    if (head.type === "pong") return;
    const call = typeof head.id === "number" ? this.#pending.get(head.id) : undefined;
    // A worker that answers what was not asked may have mixed up its calls: none of its answers can be used.
    if (call === undefined) throw new Error("The worker sent a result for a call that does not run.");
    if (Array.isArray(head.compromised)) this.#addCompromised(head.compromised);
    if (head.type === "event" && typeof head.name === "string") call.onEvent?.(head.name, head.value, body);
    else if (head.type !== "result") throw new Error("The worker sent a frame of an unknown type.");
    else if (isRecord(head.error)) call.reject(fromWireError(head.error));
    else call.resolve({ value: head.value, body });
  }

  #addCompromised(handles: readonly unknown[]): void {
    for (const handle of handles) if (Number.isSafeInteger(handle)) this.#compromised.add(handle as number);
    if (this.#compromised.size > MAX_COMPROMISED)
      throw new Error("The worker reported more locks than it can hold.");
  }

  #startWatching(): void {
    if (this.#watch !== undefined) return;
    this.#heardAt = performance.now();
    this.#watch = setInterval(() => {
      const silentMs = performance.now() - this.#heardAt;
      if (silentMs > this.#silenceMs) this.#end(`the worker was silent for ${Math.round(silentMs)} ms.`);
      else this.#post({ type: "ping" });
    }, this.#silenceMs / 3);
    this.#watch.unref?.();
  }

  #stopWatching(): void {
    clearInterval(this.#watch);
    this.#watch = undefined;
  }

  #end(reason: string): void {
    if (this.#lost !== undefined) return;
    this.#outgoing.flush();
    const problem = this.#stream.problem?.();
    this.#lost = problem === undefined ? reason : `${reason} ${problem}`;
    this.#stopWatching();
    this.#stream.close();
    for (const call of [...this.#pending.values()]) call.reject(connectionLost(this.#lost, { isSent: true }));
  }
}

function notConnected(reason: string, stream?: RemoteStream): ToolError {
  const problem = stream?.problem?.();
  const text = problem === undefined ? reason : `${reason}; ${problem}`;
  return new ToolError(
    `The remote worker could not be started: ${text}. Check that 'collet serve --stdio' of the same version runs there.`,
    { code: "connection-lost", retryable: true, cause: { code: "not-sent" } },
  );
}
