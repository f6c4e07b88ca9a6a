import { PausedCall, type ToolContext } from "../../contract/index.js";
import { isRecord } from "../../values/index.js";
import type { ProgramEnd } from "../program/index.js";
import type { StartedProgram } from "../run-program.js";
import { type CellReport, type CellState, cellReport } from "./cell-report.js";

/** Everything that continues a paused program, as plain JSON. */
export interface CellPause {
  readonly version: 1;
  readonly log: readonly unknown[];
  readonly program: string;
  /** The id of the call of `exec`. */
  readonly callId: string;
  readonly cellId: string;
  /** Parts of the output that the model has read. */
  readonly taken: number;
  /** Messages of the program that took effect: `store`, `notify` and `yield_control`. */
  readonly signals: number;
}

/** Returns whether the state of a resumed call continues a program. */
export function isCellPause(state: unknown): state is CellPause {
  return (
    isRecord(state) &&
    state.version === 1 &&
    Array.isArray(state.log) &&
    typeof state.program === "string" &&
    typeof state.callId === "string" &&
    typeof state.cellId === "string" &&
    typeof state.taken === "number" &&
    typeof state.signals === "number"
  );
}

/** Options of one wait for a program. */
export interface CellWait {
  readonly context: ToolContext;
  readonly yieldMs: number;
  readonly maxTokens: number | undefined;
  /** Ends the program instead. */
  readonly terminate: boolean;
}

/** The parts of a cell that are fixed. */
export interface CellOptions {
  readonly id: string;
  readonly callId: string;
  readonly program: string;
  readonly started: StartedProgram;
  readonly stop: AbortController;
  /** Returns the number of messages of the program that took effect. */
  readonly signals: () => number;
}

/** A program that `exec` started; it may outlive the call. */
export class Cell {
  readonly #options: CellOptions;
  #end: ProgramEnd | undefined;
  #isTerminated = false;
  #hasYielded = false;
  readonly #waiting = new Set<() => void>();
  #holder: ToolContext | undefined;

  constructor(options: CellOptions) {
    this.#options = options;
    void options.started.ended.then((end) => {
      this.#end = end;
      this.#wake();
    });
  }

  get id(): string {
    return this.#options.id;
  }

  /** The call that waits for the program. */
  get holder(): ToolContext | undefined {
    return this.#holder;
  }

  get isRunning(): boolean {
    return this.#end === undefined;
  }

  /** Ends the program and its calls. */
  async terminate(): Promise<void> {
    if (this.#end === undefined || this.#end.type === "paused") this.#isTerminated = true;
    this.#options.stop.abort();
    await this.#options.started.ended;
  }

  /** Returns to the call that waits, while the program continues. */
  yield(): void {
    this.#hasYielded = true;
    this.#wake();
  }

  /**
   * Waits until the program ends, yields, or the time is over, and reports its new output. Throws the report on a program that
   * failed, and a `PausedCall` when calls of the program wait for the user. A cancelled wait ends the program.
   */
  async wait({ context, yieldMs, maxTokens, terminate }: CellWait): Promise<CellReport> {
    const startedAt = performance.now();
    if (terminate) await this.terminate();
    else {
      this.#holder = context;
      await this.#happening(yieldMs, context.signal);
      if (this.#holder === context) this.#holder = undefined;
    }
    const state = this.#state();
    return cellReport({
      ...{ cellId: this.id, state, maxTokens },
      parts: this.#options.started.output.take(),
      durationMs: performance.now() - startedAt,
    });
  }

  async #happening(yieldMs: number, signal: AbortSignal): Promise<void> {
    const onAbort = () => void this.terminate();
    if (signal.aborted) onAbort();
    signal.addEventListener("abort", onAbort, { once: true });
    let timer: ReturnType<typeof setTimeout> | undefined;
    await new Promise<void>((resolve) => {
      timer = setTimeout(resolve, yieldMs);
      this.#waiting.add(resolve);
      if (this.#end !== undefined || this.#hasYielded) resolve();
    });
    clearTimeout(timer);
    signal.removeEventListener("abort", onAbort);
    this.#hasYielded = false;
  }

  #state(): CellState {
    if (this.#isTerminated) return { type: "terminated" };
    if (this.#end === undefined) return { type: "running" };
    if (this.#end.type === "value") return { type: "completed" };
    if (this.#end.type === "error") return { type: "failed", error: this.#end.error };
    const { id: cellId, callId, program, started, signals } = this.#options;
    const { log, output } = started;
    const pause: CellPause = {
      ...{ version: 1, log, program, callId, cellId, taken: output.taken },
      signals: signals(),
    };
    throw new PausedCall(this.#end.calls, pause);
  }

  #wake(): void {
    for (const resolve of this.#waiting) resolve();
    this.#waiting.clear();
  }
}
