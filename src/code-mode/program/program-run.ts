import type { ApprovalAnswer, ToolResult } from "../../contract/index.js";
import { canonicalJson } from "../../runtime/index.js";
import { counted } from "../../text/index.js";
import type { CodeEngine, EngineHost, EngineLimits } from "../engine/index.js";
import { programError } from "./program-error.js";
import { type ProgramEvent, readEvents } from "./program-events.js";
import {
  type CallOutcome,
  type EarlierRun,
  failedOutcome,
  type LogEntry,
  type ProgramCall,
} from "./program-log.js";
import type { ProgramOutput } from "./program-output.js";
import { ProgramWatch } from "./program-watch.js";

/** The limits of one program. */
export interface ProgramLimits extends EngineLimits {
  /** Calls of tools, functions and timers. */
  readonly calls: number;
  /** Milliseconds that the program may compute at a time, without waiting for a call. */
  readonly computeMs: number;
}

/** Options of one run of a program. */
export interface ProgramRunOptions {
  readonly engine: CodeEngine;
  /** As the engine runs it. */
  readonly source: string;
  /** Lines of the program in the source. */
  readonly lines: number;
  readonly limits: ProgramLimits;
  readonly output: ProgramOutput;
  /** The earlier run to repeat, if there is one. */
  readonly earlier: EarlierRun | undefined;
  /** Stores an entry of the log before the program continues. */
  readonly record: (entry: LogEntry) => void | Promise<void>;
  /** Starts calls that the program made together. */
  readonly start: (calls: readonly ProgramCall[]) => void;
  /** The results that waited for the user in the earlier run, by call. */
  readonly waiting: ReadonlyMap<number, ToolResult>;
  readonly answers: Readonly<Record<string, boolean | ApprovalAnswer>>;
  /** Continues those with an answer. */
  readonly resume: (waiting: ReadonlyMap<number, ToolResult>) => void;
  readonly signal: AbortSignal;
  readonly now: () => number;
  /** Takes a message of other globals; throws to end the program. Default: such a message ends the program. */
  readonly onSignal?: ((name: string, input: readonly unknown[]) => void) | undefined;
}

/** The end of a run: the value of the program, the calls that wait for the user, or the error of the program. */
export type ProgramEnd =
  | { readonly type: "value"; readonly value: unknown }
  | { readonly type: "paused"; readonly calls: readonly ToolResult[] }
  | { readonly type: "error"; readonly error: Error };

/** Characters of results that are handed to the program at once. */
const MAX_DELIVERY = 2_097_152;

/**
 * One run of a program: takes its calls from the engine, hands their outcomes back, and logs both.
 *
 * Results are handed over in groups, and the program runs only after a group. So the log of the groups and outcomes
 * determines everything that the program does, and an earlier run is repeated from its log without making a call twice.
 */
export class ProgramRun implements EngineHost {
  readonly #options: ProgramRunOptions;
  readonly #stop = new AbortController();
  readonly #watch: ProgramWatch;
  readonly #ready: [n: number, outcome: CallOutcome, json: string][] = [];
  readonly #blocked = new Map<number, ToolResult>();
  #issued = 0;
  #inFlight = 0;
  #replayed = 0;
  #ended = false;
  #isOver = false;
  #idle = 0;
  #end: ProgramEnd | undefined;
  #writing: Promise<void> = Promise.resolve();
  #wake: (() => void) | undefined;

  constructor(options: ProgramRunOptions) {
    this.#options = options;
    this.#watch = new ProgramWatch(options.limits.computeMs, () => {
      const seconds = options.limits.computeMs / 1_000;
      this.#fail(
        `The program computed for more than ${seconds} seconds without waiting for a call.`,
        "program-limit",
      );
    });
  }

  /** Runs the program to its end; never rejects. */
  async run(): Promise<ProgramEnd> {
    const { engine, source, limits, signal } = this.#options;
    const onAbort = () => this.#stop.abort();
    if (signal.aborted) onAbort();
    signal.addEventListener("abort", onAbort, { once: true });
    this.#watch.computing();
    const end = await engine.run({ source, limits, signal: this.#stop.signal }, this);
    this.#watch.close();
    signal.removeEventListener("abort", onAbort);
    this.#stop.abort();
    this.#isOver = true;
    await this.#writing;
    if (this.#end !== undefined) return this.#end;
    if (end.type === "returned") return readEnd(end.value, this.#options.lines);
    const message = end.type === "failed" ? end.message : "The program was cancelled.";
    return { type: "error", error: programError(message, "program-failed") };
  }

  /** The calls that had started and not ended when the run ended. */
  get abandonedCalls(): number {
    return this.#inFlight + this.#blocked.size;
  }

  /** Takes the outcome of a call. */
  settle(n: number, outcome: CallOutcome): void {
    this.#inFlight -= 1;
    this.#log({ type: "outcome", n, outcome });
    this.#offer(n, outcome);
  }

  /** Takes the result of a call that waits for the user. */
  block(n: number, result: ToolResult): void {
    this.#inFlight -= 1;
    this.#blocked.set(n, result);
    this.#log({ type: "blocked", n });
    this.#wake?.();
  }

  submit(text: string): void {
    if (this.#end !== undefined) return;
    this.#idle = 0;
    try {
      const events = readEvents(text);
      if (events === undefined) throw invalidMessage();
      this.#take(events);
    } catch (thrown) {
      this.#finish({ type: "error", error: thrown instanceof Error ? thrown : new Error(String(thrown)) });
    }
    this.#wake?.();
  }

  async next(): Promise<string> {
    this.#watch.waiting();
    await this.#writing;
    const message = this.#replay() ?? (await this.#deliver());
    this.#watch.computing();
    return message;
  }

  #take(events: readonly ProgramEvent[]): void {
    const { output, start, resume, onSignal = refuseSignal } = this.#options;
    const started: StartedCalls = { calls: [], continued: [], answered: new Map() };
    for (const event of events) {
      if (event.type === "text") output.addText(event.text);
      else if (event.type === "image") output.addImage(event.image);
      else if (event.type === "signal") onSignal(event.name, event.input);
      else if (event.type === "end") this.#ended = true;
      else this.#takeCall(event, started);
    }
    const { calls, continued, answered } = started;
    if (calls.length + answered.size === 0) return;
    this.#inFlight += calls.length + answered.size;
    this.#log({ type: "calls", calls: [...calls, ...continued] });
    void this.#writing.then(() => {
      if (this.#stop.signal.aborted) return;
      if (calls.length > 0) start(calls);
      if (answered.size > 0) resume(answered);
    });
  }

  /** Decides whether a call starts now, continues with an answer, still waits, or has an outcome in the log. */
  #takeCall(call: ProgramCall, started: StartedCalls): void {
    const { limits, earlier, waiting, answers } = this.#options;
    this.#issued += 1;
    if (call.n !== this.#issued) throw invalidMessage();
    if (call.n > limits.calls) {
      throw programError(`The program made more than ${counted(limits.calls, "call")}.`, "program-limit");
    }
    const before = earlier?.calls.get(call.n);
    const outcome = earlier?.outcomes.get(call.n);
    const wait = waiting.get(call.n);
    if (before !== undefined && !isSameCall(before, call)) throw diverged();
    // A call that only waited for the user has not run, so it can start now.
    const isNew = before === undefined || (wait === undefined && earlier?.blocked.has(call.n) === true);
    if (outcome !== undefined) this.#offer(call.n, outcome);
    else if (isNew) started.calls.push(call);
    else if (wait === undefined) this.#offerUnknown(call);
    else if (answers[wait.callId] === undefined) this.#blocked.set(call.n, wait);
    else {
      started.answered.set(call.n, wait);
      started.continued.push(call);
    }
  }

  /** Offers the outcome of a call that had started when the process of the earlier run ended. */
  #offerUnknown({ n, name, type }: ProgramCall): void {
    const message =
      type === "sleep"
        ? undefined
        : `The process ended while this call to '${name}' ran, so it is not known whether it had its effect. It was not repeated. Check the current state.`;
    const outcome: CallOutcome =
      message === undefined
        ? { ok: true, value: null }
        : failedOutcome(message, { code: "interrupted", status: "error" });
    this.#log({ type: "outcome", n, outcome });
    this.#offer(n, outcome);
  }

  #offer(n: number, outcome: CallOutcome): void {
    this.#ready.push([n, outcome, deliveryJson(n, outcome)]);
    this.#wake?.();
  }

  /** Repeats the next delivery of the earlier run; `undefined` if there is none. */
  #replay(): string | undefined {
    const delivery = this.#options.earlier?.deliveries[this.#replayed];
    if (delivery === undefined) return undefined;
    const ready = new Set(this.#ready.map(([n]) => n));
    if (delivery.calls.some((n) => !ready.has(n))) {
      // The slice that makes these calls may not have sent them yet: an empty message makes the program come back.
      this.#idle += 1;
      if (!this.#ended && this.#idle < IDLE_ROUNDS) return messageOf([]);
      this.#finish({ type: "error", error: diverged() });
    }
    if (this.#end !== undefined) return endMessage();
    this.#replayed += 1;
    this.#idle = 0;
    const wanted = new Map(delivery.calls.map((n, index) => [n, index]));
    const group = this.#ready.filter(([n]) => wanted.has(n));
    group.sort(([one], [other]) => (wanted.get(one) ?? 0) - (wanted.get(other) ?? 0));
    const rest = this.#ready.filter(([n]) => !wanted.has(n));
    this.#ready.splice(0, this.#ready.length, ...rest);
    return messageOf(group, delivery.at);
  }

  /** Waits for outcomes and delivers them. */
  async #deliver(): Promise<string> {
    for (;;) {
      if (this.#end !== undefined || this.#ended) return endMessage();
      if (this.#ready.length > 0) return this.#deliverReady();
      if (this.#inFlight === 0) {
        // A slice of the program may not have sent its calls yet: an empty message makes it come back.
        this.#idle += 1;
        if (this.#idle < IDLE_ROUNDS) return messageOf([]);
        this.#stuck();
        return endMessage();
      }
      if (!(await this.#watch.beat(this.#woken()))) return messageOf([]);
    }
  }

  async #deliverReady(): Promise<string> {
    this.#idle = 0;
    let length = 0;
    let count = 0;
    for (const [, , json] of this.#ready) {
      length += json.length;
      if (count > 0 && length > MAX_DELIVERY) break;
      count += 1;
    }
    const group = this.#ready.splice(0, count);
    const at = this.#options.now();
    this.#log({ type: "delivery", at, calls: group.map(([n]) => n) });
    await this.#writing;
    return messageOf(group, at);
  }

  #stuck(): void {
    if (this.#blocked.size > 0) this.#finish({ type: "paused", calls: [...this.#blocked.values()] });
    else
      this.#fail(
        "The program waits for something that cannot happen: none of its calls is running.",
        "program-stuck",
      );
  }

  #fail(message: string, code: Parameters<typeof programError>[1]): void {
    this.#finish({ type: "error", error: programError(message, code) });
  }

  #finish(end: ProgramEnd): void {
    this.#end ??= end;
    this.#stop.abort();
    this.#wake?.();
  }

  #woken(): Promise<void> {
    return new Promise((resolve) => {
      this.#wake = () => {
        this.#wake = undefined;
        resolve();
      };
    });
  }

  /** Stores an entry after the earlier ones. A failure ends the program: without its log it could not be continued. */
  #log(entry: LogEntry): void {
    if (this.#isOver) return;
    const { record } = this.#options;
    this.#writing = this.#writing
      .then(() => record(entry))
      .catch((thrown: unknown) =>
        this.#fail(`The log of the program could not be written: ${String(thrown)}`, "program-failed"),
      );
  }
}

/** Rounds of empty messages after which a program that sends nothing waits in vain. */
const IDLE_ROUNDS = 3;

/** The calls of one message that start or continue. */
interface StartedCalls {
  readonly calls: ProgramCall[];
  /** The calls that continue with an answer, and the results that have it. */
  readonly continued: ProgramCall[];
  readonly answered: Map<number, ToolResult>;
}

function refuseSignal(): never {
  throw invalidMessage();
}

function invalidMessage(): Error {
  return programError("The program sent an invalid message.", "program-failed");
}

function diverged(): Error {
  return programError(
    "The program did not repeat what it did before its pause, so it was ended. Its calls were not repeated.",
    "program-diverged",
  );
}

function isSameCall(one: ProgramCall, other: ProgramCall): boolean {
  return (
    one.type === other.type &&
    one.name === other.name &&
    canonicalJson(one.input) === canonicalJson(other.input)
  );
}

function deliveryJson(n: number, outcome: CallOutcome): string {
  return `[${n},${outcome.ok},${JSON.stringify(outcome.ok ? (outcome.value ?? null) : outcome.error)}]`;
}

function messageOf(group: readonly (readonly [number, CallOutcome, string])[], at?: number): string {
  return `{"results":[${group.map(([, , json]) => json).join(",")}]${at === undefined ? "" : `,"at":${at}`}}`;
}

function endMessage(): string {
  return '{"results":[],"end":true}';
}

/** Reads the return value of the code around a program, which the program may have forged. */
function readEnd(returned: unknown, lines: number): ProgramEnd {
  let end: { value?: unknown; error?: Record<string, unknown> };
  try {
    end = JSON.parse(String(returned)) as typeof end;
    if (typeof end !== "object" || end === null) throw new TypeError("not an object");
  } catch {
    return { type: "error", error: programError("The program ended without a value.", "program-failed") };
  }
  if (typeof end.error !== "object" || end.error === null) return { type: "value", value: end.value };
  const { name, message, stack } = end.error;
  const where = typeof stack === "string" ? lineOf(stack.slice(0, MAX_STACK), lines) : undefined;
  const label = typeof name === "string" && name !== "Error" ? `${name}: ` : "";
  const text = `${label}${String(message)}${where === undefined ? "" : ` (line ${where})`}`;
  return { type: "error", error: programError(text, "program-failed") };
}

/** Characters of a stack that are searched for the line of the program. */
const MAX_STACK = 4_000;

/** Returns the line of the program in a stack; the code around the program has later lines. */
function lineOf(stack: string, lines: number): number | undefined {
  return [...stack.matchAll(/\.js:(\d{1,7})/g)].map(([, line]) => Number(line)).find((line) => line <= lines);
}
