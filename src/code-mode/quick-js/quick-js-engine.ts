import { Worker } from "node:worker_threads";
import { packageFile, threadEnvironment } from "../../values/index.js";
import type { CodeEngine, EngineEnd, EngineHost, EngineProgram } from "../engine/index.js";
import type { CodeWorkerInput, CodeWorkerOutput } from "./code-worker.js";

/** Milliseconds that a thread waits for its next program: starting one takes longer than most programs. */
const IDLE_MS = 30_000;

/** Heap of a thread in megabytes, besides the memory of its program. */
const HEAP_MB = 256;

/** Threads that wait for a program. */
const MAX_IDLE = 2;

const idle: IdleThread[] = [];

/** Options of the default engine. */
export interface QuickJsEngineOptions {
  /**
   * Location of `code-worker.js` of this package, for a host that bundles it elsewhere; `quickjs.wasm` must be in the same folder. Default:
   * beside this code.
   */
  readonly worker?: URL;
}

/**
 * Creates the default engine: QuickJS, compiled to WebAssembly, in a separate thread (`quickjs-wasi`, which is part of the
 * build). The first program starts the thread; a program that does not end is ended with its thread.
 */
export function quickJsEngine({ worker: file = besideThisCode() }: QuickJsEngineOptions = {}): CodeEngine {
  return {
    async run(program, host) {
      if (program.signal.aborted) return { type: "aborted" };
      const worker = takeIdle(file) ?? startThread(file);
      const end = await endOf(worker, program, host);
      if (end.type === "returned" && idle.length < MAX_IDLE) idle.push(new IdleThread(worker, file.href));
      else void worker.terminate();
      return end;
    },
  };
}

/** A thread between two programs. It ends after some seconds, and does not keep the process alive. */
class IdleThread {
  readonly #worker: Worker;
  readonly #timer: NodeJS.Timeout;

  constructor(
    worker: Worker,
    readonly program: string,
  ) {
    this.#worker = worker;
    worker.unref();
    worker.once("error", this.#end);
    this.#timer = setTimeout(this.#end, IDLE_MS).unref();
  }

  /** Returns the thread for its next program. */
  wake(): Worker {
    clearTimeout(this.#timer);
    this.#worker.off("error", this.#end);
    this.#worker.ref();
    return this.#worker;
  }

  readonly #end = () => {
    clearTimeout(this.#timer);
    const index = idle.indexOf(this);
    if (index >= 0) idle.splice(index, 1);
    void this.#worker.terminate();
  };
}

/** Returns the program of the threads. */
function besideThisCode(): URL {
  const here = import.meta.url as string | undefined;
  const program = packageFile("code-worker.js", { here, source: "code-mode/quick-js/quick-js-engine.ts" });
  if (program !== undefined) return program;
  throw new TypeError(
    "quickJsEngine: worker is required in a bundle of CommonJS modules. Pass the location of code-worker.js of this package as a URL.",
  );
}

function takeIdle(file: URL): Worker | undefined {
  const index = idle.findIndex(({ program }) => program === file.href);
  return index < 0 ? undefined : idle.splice(index, 1)[0]?.wake();
}

function startThread(file: URL): Worker {
  return new Worker(file, {
    // Programs need no data of this process.
    env: threadEnvironment(process),
    execArgv: [],
    stdin: false,
    stdout: true,
    stderr: true,
    resourceLimits: { maxOldGenerationSizeMb: HEAP_MB },
  });
}

function endOf(
  worker: Worker,
  { source, limits, signal }: EngineProgram,
  host: EngineHost,
): Promise<EngineEnd> {
  return new Promise((resolve) => {
    const finish = (end: EngineEnd) => {
      clearTimeout(timer);
      signal.removeEventListener("abort", onAbort);
      // Individually: without its internal listeners, a thread delivers no further messages.
      worker.off("message", onMessage).off("error", onError).off("exit", onExit);
      if (end.type !== "returned") worker.on("error", () => {});
      resolve(end);
    };
    const post = (input: CodeWorkerInput) => worker.postMessage(input);
    const onMessage = (output: CodeWorkerOutput) => {
      if (output.type === "submit") host.submit(output.text);
      else if (output.type === "next") {
        host.next().then(
          (text) => post({ type: "delivery", text }),
          (thrown: unknown) => finish({ type: "failed", message: String(thrown) }),
        );
      } else finish(output);
    };
    const onAbort = () => finish({ type: "aborted" });
    const onError = (error: Error) =>
      finish({ type: "failed", message: `The sandbox ended: ${error.message}` });
    const onExit = () => finish({ type: "failed", message: "The sandbox ended." });
    const message = "The program ran longer than its time limit.";
    const timer = setTimeout(() => finish({ type: "failed", message }), limits.durationMs);
    worker.on("message", onMessage).on("error", onError).on("exit", onExit);
    signal.addEventListener("abort", onAbort, { once: true });
    post({ type: "start", source, memoryBytes: limits.memoryBytes });
  });
}
