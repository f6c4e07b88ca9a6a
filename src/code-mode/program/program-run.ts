import { ignoreRejectionsIn, type ToolResult } from "../../contract/index.js";
import { counted } from "../../text/index.js";
import type { EngineHost } from "../engine/index.js";
import { checkedEnd } from "./checked-end.js";
import { programError } from "./program-error.js";
import { type ProgramEvent, readEvents } from "./program-events.js";
import { type CallOutcome, failedOutcome, type LogEntry, type ProgramCall } from "./program-log.js";
import {
  deliveryJson,
  diverged,
  endMessage,
  invalidMessage,
  isSameCall,
  messageOf,
  refuseSignal,
} from "./program-messages.js";
import type { ProgramEnd, ProgramRunOptions } from "./program-run-options.js";
import { ProgramWatch } from "./program-watch.js";
import { readEnd } from "./read-end.js";

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
    this.#watch.starting();
    const end = await checkedEnd(() => engine.run({ source, limits, signal: this.#stop.signal }, this));
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
    ignoreRejectionsIn(text);
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
    if (this.#blocked.size > 0) this.#finish({ type: "paused", calls: inCallOrder(this.#blocked) });
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

/** Returns the results by the number of their calls: calls that run at once reach their question in any order. */
function inCallOrder(results: ReadonlyMap<number, ToolResult>): ToolResult[] {
  return [...results].sort(([one], [other]) => one - other).map(([, result]) => result);
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
