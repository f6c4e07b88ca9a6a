import { existsSync } from "node:fs";
import { Worker } from "node:worker_threads";
import { type TextThreads, ToolError } from "../../../contract/index.js";
import { packageFile, threadEnvironment } from "../../../values/index.js";
import { isForbidden } from "../permission-model.js";
import type { TextWorkerInput, TextWorkerOutput } from "./text-worker.js";
import { ThreadSlots } from "./thread-slots.js";

/** Largest number of threads that compute concurrently. */
const MAX_THREADS = 2;

/**
 * Milliseconds that a thread waits for its next computation: starting one takes longer than most
 * computations.
 */
const IDLE_MS = 5_000;

/** Heap of a thread in megabytes; texts of 60 MB fit in several copies. */
const HEAP_MB = 2_048;

const LOCATION = {
  here: import.meta.url as string | undefined,
  source: "backends/local/text-threads/local-text-threads.ts",
};

/** Codes of an error for a program that cannot be loaded: it is in an archive that this process reads and its threads do not. */
const MISSING_CODES: ReadonlySet<unknown> = new Set(["MODULE_NOT_FOUND", "ERR_MODULE_NOT_FOUND"]);

/** Reports that a thread found no program. */
class ProgramMissing extends Error {}

/** The threads of all local backends of this process. */
let shared: TextThreads | undefined;

/** Returns the threads that compute long edits for all local backends; none is started before the first one. */
export function localTextThreads(): TextThreads {
  shared ??= createTextThreads(packageFile("text-worker.js", LOCATION));
  return shared;
}

/**
 * Creates threads that run a program; without one, computations return `undefined`. See
 * {@link localTextThreads}.
 */
export function createTextThreads(program: URL | undefined): TextThreads {
  let mayStart = !isForbidden("worker");
  const idle: IdleThread[] = [];
  const slots = new ThreadSlots(MAX_THREADS);
  return {
    async compute(name, input, signal) {
      if (!mayStart || program?.protocol !== "file:" || !existsSync(program)) return undefined;
      const free = await slots.take(signal);
      try {
        const worker = idle.pop()?.wake() ?? startThread(program);
        const value = await answerOf(worker, { name, input }, signal);
        const thread = new IdleThread(worker, () => idle.splice(idle.indexOf(thread), 1));
        idle.push(thread);
        return value;
      } catch (error) {
        if (!(error instanceof ProgramMissing)) throw error;
        mayStart = false;
        return undefined;
      } finally {
        free();
      }
    },
  };
}

/** A thread between two computations. It ends after some seconds, and does not keep the process alive. */
class IdleThread {
  readonly #worker: Worker;
  readonly #timer: NodeJS.Timeout;
  readonly #forget: () => void;

  constructor(worker: Worker, forget: () => void) {
    this.#worker = worker;
    this.#forget = forget;
    worker.unref();
    worker.once("error", this.#end);
    this.#timer = setTimeout(this.#end, IDLE_MS).unref();
  }

  /** Returns the thread for its next computation. */
  wake(): Worker {
    clearTimeout(this.#timer);
    this.#worker.off("error", this.#end);
    this.#worker.ref();
    return this.#worker;
  }

  readonly #end = () => {
    clearTimeout(this.#timer);
    this.#forget();
    void this.#worker.terminate();
  };
}

function startThread(program: URL): Worker {
  return new Worker(program, {
    // The computations need no data of this process.
    env: threadEnvironment(process),
    execArgv: [],
    stdin: false,
    stdout: true,
    stderr: true,
    resourceLimits: { maxOldGenerationSizeMb: HEAP_MB },
  });
}

/** Sends a computation to a thread; ends the thread if the call is stopped first or the computation fails. */
function answerOf(worker: Worker, input: TextWorkerInput, signal: AbortSignal): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const finish = (settle: () => void) => {
      signal.removeEventListener("abort", onAbort);
      // Individually: without its internal listeners, a thread delivers no further messages.
      worker.off("message", onMessage).off("error", onError).off("exit", onExit);
      settle();
    };
    const fail = (reason: unknown) =>
      finish(() => {
        // An error that the thread reports while it ends has no other listener.
        worker.on("error", () => {});
        void worker.terminate().then(() => reject(reason));
      });
    const onAbort = () => fail(signal.reason);
    const onMessage = (answer: TextWorkerOutput) => {
      if ("failure" in answer) fail(failed(answer.failure));
      else finish(() => resolve(answer.value));
    };
    const onError = (error: NodeJS.ErrnoException) =>
      fail(MISSING_CODES.has(error.code) ? new ProgramMissing() : failed(error.message));
    const onExit = () => fail(failed("the thread ended"));
    worker.on("message", onMessage).on("error", onError).on("exit", onExit);
    // The call may have been stopped while it waited for a slot.
    if (signal.aborted) return onAbort();
    signal.addEventListener("abort", onAbort, { once: true });
    worker.postMessage(input);
  });
}

function failed(why: string): ToolError {
  return new ToolError(
    `The texts could not be compared: ${why}. Nothing was changed. Use a shorter, exact piece of text.`,
    { code: "file-too-large" },
  );
}
