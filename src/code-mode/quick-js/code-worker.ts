// The thread that runs programs: a separate entry point of the package, started by `quick-js-engine.ts`.
import { readFileSync } from "node:fs";
import { parentPort } from "node:worker_threads";
import { type JSValueHandle, QuickJS } from "quickjs-wasi";

/** A message to the thread: a program, or the answer to its oldest open `next()`. */
export type CodeWorkerInput =
  | { readonly type: "start"; readonly source: string; readonly memoryBytes: number }
  | { readonly type: "delivery"; readonly text: string };

/** A message of the thread. The texts come from the program. */
export type CodeWorkerOutput =
  | { readonly type: "submit"; readonly text: string }
  | { readonly type: "next" }
  | { readonly type: "returned"; readonly value: string }
  | { readonly type: "failed"; readonly message: string };

/** Name of the program in stacks. */
const FILE = "program.js";

/** Characters of one message of the program, of all messages between two deliveries, and of the returned text. */
const MAX_MESSAGE = 4_194_304;

/** Messages of the program between two deliveries. */
const MAX_MESSAGES = 100_000;

/** Open calls of `next()`: a program needs one. */
const MAX_OPEN = 16;

/** Stack of a program in bytes: a function may call itself about a thousand times. */
const STACK_BYTES = 262_144;

/** Time that every clock inside shows, in nanoseconds: the program gets its time from its deliveries. */
const CLOCK_NS = 0n;

// The build puts it beside this program.
const wasm = new WebAssembly.Module(readFileSync(new URL("./quickjs.wasm", import.meta.url)));

/** One program in a fresh engine. */
class Program {
  readonly #vm: QuickJS;
  readonly #open: ReturnType<QuickJS["newPromise"]>[] = [];
  #messages = 0;
  #characters = 0;

  constructor(vm: QuickJS) {
    this.#vm = vm;
  }

  static async start(source: string, memoryBytes: number): Promise<Program> {
    const vm = await QuickJS.create({
      wasm,
      memoryLimit: memoryBytes,
      maxStackSize: STACK_BYTES,
      timezoneOffset: 0,
      wasi: (memory) => ({
        clock_time_get(_clock: number, _precision: bigint, result: number) {
          new DataView(memory.buffer).setBigUint64(result, CLOCK_NS, true);
          return 0;
        },
      }),
    });
    const program = new Program(vm);
    program.#evaluate(source);
    return program;
  }

  /** Answers the oldest open `next()` and runs the program until it waits again. */
  deliver(text: string): void {
    this.#messages = 0;
    this.#characters = 0;
    const open = this.#open.shift();
    open?.resolve(this.#vm.newString(text));
    this.#vm.executePendingJobs();
  }

  #evaluate(source: string): void {
    const vm = this.#vm;
    const collet = vm.newObject();
    vm.setProp(
      collet,
      "submit",
      vm.newFunction("submit", (text) => this.#submit(text)),
    );
    vm.setProp(
      collet,
      "next",
      vm.newFunction("next", () => this.#next()),
    );
    vm.setProp(vm.global, "collet", collet);
    try {
      const promise = vm.evalCode(`(async () => {${source}\n})()`, FILE);
      vm.resolvePromise(promise).then(
        (end) => {
          if ("value" in end) sendReturned(end.value.toString());
          else send({ type: "failed", message: end.error.toString() });
        },
        (thrown: unknown) => send({ type: "failed", message: String(thrown) }),
      );
      vm.executePendingJobs();
    } catch (thrown) {
      send({ type: "failed", message: messageOf(thrown) });
    }
  }

  #submit(text: JSValueHandle | undefined): JSValueHandle {
    const value = text?.toString() ?? "";
    if (this.#messages >= MAX_MESSAGES || this.#characters + value.length > MAX_MESSAGE) {
      throw new RangeError("The program passed too much to its tools and outputs at once.");
    }
    this.#messages += 1;
    this.#characters += value.length;
    send({ type: "submit", text: value });
    return this.#vm.undefined;
  }

  #next(): JSValueHandle {
    if (this.#open.length >= MAX_OPEN) throw new RangeError("The program waits too often.");
    const open = this.#vm.newPromise();
    this.#open.push(open);
    send({ type: "next" });
    return open.handle;
  }
}

/** Returns the message of an error of the engine, with the line of the program. */
function messageOf(thrown: unknown): string {
  const { name, message, stack } = thrown as Error;
  const line = /program\.js:(\d{1,7})/.exec(String(stack))?.[1];
  return `${name}: ${message}${line === undefined ? "" : ` (line ${line})`}`;
}

/** Sends a returned text, unless the host would have to copy a text of any length. */
function sendReturned(value: string): void {
  if (value.length <= MAX_MESSAGE) send({ type: "returned", value });
  else {
    const message = `The program returned more than ${MAX_MESSAGE} characters. Return less: a part, a count or a summary.`;
    send({ type: "failed", message });
  }
}

function send(output: CodeWorkerOutput): void {
  parentPort?.postMessage(output);
}

let current: Program | undefined;

parentPort?.on("message", (input: CodeWorkerInput) => {
  if (input.type === "delivery") {
    current?.deliver(input.text);
    return;
  }
  current = undefined;
  Program.start(input.source, input.memoryBytes).then(
    (program) => {
      current = program;
    },
    (thrown: unknown) => send({ type: "failed", message: `The sandbox could not start: ${String(thrown)}` }),
  );
});
