import process from "node:process";
import { type Backend, type FileLock, ToolError } from "../../../contract/index.js";
import { isRecord } from "../../../values/index.js";
import {
  connectionLost,
  encodeFrame,
  type Frame,
  FrameReader,
  OutgoingFrames,
  PROTOCOL_VERSION,
  toWireError,
  WORKER_MAGIC,
  type WorkerHello,
} from "../wire/index.js";
import { FILE_METHODS } from "./file-methods.js";
import { HandleTable } from "./handle-table.js";
import { PORT_METHODS } from "./port-methods.js";
import type { Method } from "./served-call.js";

/** Most calls that a host may have running at the same time. */
const MAX_RUNNING_CALLS = 10_000;

/** Milliseconds that running operations have to end after the connection. */
const END_GRACE_MS = 5_000;

/** Options of a connection that serves the ports of a backend. */
export interface ServePortsOptions {
  /** The backend to serve. It is not disposed. */
  readonly backend: Backend;
  /** Bytes from the host. */
  readonly input: AsyncIterable<Uint8Array>;
  /** Sends bytes to the host. */
  readonly write: (bytes: Uint8Array) => void;
  /**
   * Ends an earlier worker of the same host, and resolves when it has ended. Without it, a host must not connect twice with
   * one name.
   */
  readonly claim?: (session: string) => Promise<void>;
}

/** Options of a connection that also serves methods beyond the ports of the backend. */
export interface ServeConnectionOptions extends ServePortsOptions {
  /** Identifies the records of calls, which the host looks at after a lost connection. */
  readonly recordsId?: string | undefined;
  /** Returns further methods for the host with a name. */
  readonly methods?: (session: string) => Readonly<Record<string, Method>>;
}

interface RunningCall {
  readonly controller: AbortController;
  listener?: (bytes: Uint8Array | undefined) => void;
  readonly early: (Uint8Array | undefined)[];
}

/**
 * Serves a backend to a host over a pair of streams until the host ends the connection.
 *
 * The host has all rights of this process: whoever can write to `input` can read and change files and run commands.
 */
export async function serveConnection(options: ServeConnectionOptions): Promise<void> {
  const { backend, input, write, claim, methods, recordsId } = options;
  write(WORKER_MAGIC);
  write(encodeFrame({ type: "hello", ...helloOf(backend) }));
  const reader = new FrameReader(input);
  const hello = (await reader.next())?.head;
  if (hello === undefined) return;
  const refusal = await refusalOf(hello, claim);
  if (refusal !== undefined) {
    write(encodeFrame({ type: "refused", error: toWireError(refusal) }));
    return;
  }
  write(encodeFrame({ type: "ready", ...(recordsId !== undefined && { records: recordsId }) }));
  const more = methods?.(hello.session as string) ?? {};
  const serving = new Serving(backend, write, { ...more, ...METHODS });
  try {
    for (;;) {
      const frame = reader.arrived() ?? (await reader.next());
      if (frame === undefined) break;
      serving.accept(frame);
    }
  } finally {
    await serving.end();
  }
}

async function refusalOf(
  { type, version, session }: Frame["head"],
  claim: ServePortsOptions["claim"],
): Promise<unknown> {
  if (type !== "hello" || typeof session !== "string" || !/^[0-9a-f]{32}$/.test(session))
    return new ToolError("The first message of the host cannot be read.", { code: "invalid-input" });
  if (version !== PROTOCOL_VERSION)
    return new ToolError(
      `The host has version ${String(version).slice(0, 20)} of the protocol, but this worker has version ${PROTOCOL_VERSION}.`,
      { code: "invalid-input" },
    );
  return claim?.(session).then(
    () => undefined,
    (error: unknown) => error,
  );
}

function helloOf(backend: Backend): WorkerHello {
  const { files, shell, search, trash } = backend;
  const ports = ["locks", "intentLog", "outputs"] as const;
  return {
    version: PROTOCOL_VERSION,
    platform: process.platform,
    caseSensitive: files.caseSensitive,
    ...(files.homeDirectory !== undefined && { homeDirectory: files.homeDirectory }),
    ports: ports.filter((name) => backend[name] !== undefined),
    ...(shell !== undefined && {
      shell: {
        languages: shell.languages ?? [],
        ...(shell.description !== undefined && { description: shell.description }),
        takesInput: shell.takesInput === true,
        confinesCommands: shell.confinesCommands === true,
        runsPrograms: shell.runProgram !== undefined,
      },
    }),
    ...(search !== undefined && { search: { counts: search.count !== undefined } }),
    ...(trash !== undefined && { trash: trash.limits }),
  };
}

/** The calls and handles of one connection. */
class Serving {
  readonly #backend: Backend;
  readonly #outgoing: OutgoingFrames;
  readonly #handles = new HandleTable();
  readonly #running = new Map<number, RunningCall>();
  readonly #ending = new Set<Promise<void>>();
  readonly #reported = new Set<number>();
  readonly #methods: Readonly<Record<string, Method>>;
  #isEnded = false;

  constructor(
    backend: Backend,
    write: (bytes: Uint8Array) => void,
    methods: Readonly<Record<string, Method>>,
  ) {
    this.#backend = backend;
    this.#outgoing = new OutgoingFrames(write);
    this.#methods = methods;
  }

  accept({ head, body }: Frame): void {
    const { type, id, method, args } = head;
    if (type === "ping") this.#post({ type: "pong" });
    else if (type === "send") this.#start(undefined, { method, args, body });
    if (typeof id !== "number") return;
    const running = this.#running.get(id);
    if (type === "call" && running === undefined)
      this.#start(id, { method, args, body, isCancelled: head.cancelled === true });
    else if (type === "cancel") running?.controller.abort();
    else if (type === "input" || type === "input-end") {
      const bytes = type === "input" ? body : undefined;
      if (running?.listener === undefined) running?.early.push(bytes);
      else running.listener(bytes);
    }
  }

  /** Cancels what runs, waits for it and closes every handle. */
  async end(): Promise<void> {
    this.#isEnded = true;
    for (const { controller } of this.#running.values())
      controller.abort(connectionLost("it ended.", { isSent: true }));
    let timer: ReturnType<typeof setTimeout> | undefined;
    const late = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, END_GRACE_MS);
    });
    await Promise.race([Promise.all(this.#ending), late]);
    clearTimeout(timer);
    await this.#handles.closeAll();
  }

  #start(
    id: number | undefined,
    {
      method,
      args,
      body,
      isCancelled = false,
    }: {
      readonly method: unknown;
      readonly args: unknown;
      readonly body: Uint8Array;
      readonly isCancelled?: boolean;
    },
  ): void {
    const methods = this.#methods;
    const run = typeof method === "string" && Object.hasOwn(methods, method) ? methods[method] : undefined;
    const running: RunningCall = { controller: new AbortController(), early: [] };
    if (isCancelled) running.controller.abort();
    if (id !== undefined) this.#running.set(id, running);
    const work = async () => {
      try {
        if (run === undefined)
          throw new ToolError("The worker does not know this method.", { code: "not-supported" });
        if (this.#running.size > MAX_RUNNING_CALLS)
          throw new ToolError("Too many calls run at the same time.", { code: "io-error", retryable: true });
        const { value, body: sent } = await run({
          backend: this.#backend,
          handles: this.#handles,
          args: isRecord(args) ? args : {},
          body,
          signal: running.controller.signal,
          emit: (name, told, bytes) => {
            if (id !== undefined) this.#post({ type: "event", id, name, value: told }, bytes);
          },
          onInput: (listener) => {
            running.listener = listener;
            for (const bytes of running.early.splice(0)) listener(bytes);
          },
        });
        if (id !== undefined) this.#post({ type: "result", id, value, ...this.#compromised() }, sent);
      } catch (error) {
        if (id !== undefined)
          this.#post({ type: "result", id, error: toWireError(error), ...this.#compromised() });
      } finally {
        if (id !== undefined) this.#running.delete(id);
      }
    };
    const ending = work();
    this.#ending.add(ending);
    void ending.finally(() => this.#ending.delete(ending));
  }

  /** Returns the locks that another process may have taken over since the last answer. */
  #compromised(): { readonly compromised?: readonly number[] } {
    const handles = this.#handles
      .of<FileLock>("lock")
      .filter(([handle, lock]) => lock.compromised && !this.#reported.has(handle))
      .map(([handle]) => handle);
    for (const handle of handles) this.#reported.add(handle);
    return handles.length === 0 ? {} : { compromised: handles };
  }

  #post(head: Frame["head"], body?: Uint8Array): void {
    if (this.#isEnded) return;
    try {
      this.#outgoing.send(encodeFrame(head, body));
    } catch (error) {
      if (head.type !== "result" || head.error !== undefined) return;
      this.#outgoing.send(encodeFrame({ type: "result", id: head.id, error: toWireError(error) }));
    }
  }
}

const METHODS: Readonly<Record<string, Method>> = { ...FILE_METHODS, ...PORT_METHODS };
