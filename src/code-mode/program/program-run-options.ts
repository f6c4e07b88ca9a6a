import type { ApprovalAnswer, ToolResult } from "../../contract/index.js";
import type { CodeEngine, EngineLimits } from "../engine/index.js";
import type { EarlierRun, LogEntry, ProgramCall } from "./program-log.js";
import type { ProgramOutput } from "./program-output.js";

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
