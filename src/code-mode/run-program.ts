import { type ContentPart, PausedCall, type ToolContext, type ToolResult } from "../contract/index.js";
import type { ExecuteOptions, ToolRuntime } from "../runtime/index.js";
import { fnv1a } from "../text/index.js";
import { isRecord, sha256Hex } from "../values/index.js";
import type { CodeModeLimits } from "./code-mode-options.js";
import { type CodeEngine, type ProgramGlobals, programSource } from "./engine/index.js";
import { HostCalls, type HostFunction } from "./host-functions.js";
import {
  type CallOutcome,
  type LogEntry,
  NestedCalls,
  type ProgramCall,
  type ProgramEnd,
  ProgramOutput,
  ProgramRun,
  programError,
  readLog,
} from "./program/index.js";
import type { ProgramRecords } from "./records/index.js";

/** The surroundings of programs. */
export interface ProgramOptions {
  readonly runtime: Pick<ToolRuntime, "stream" | "resume">;
  readonly engine: CodeEngine;
  readonly limits: CodeModeLimits;
  readonly records: ProgramRecords;
  readonly tools: readonly (readonly [identifier: string, name: string])[];
  readonly functions: Readonly<Record<string, HostFunction>>;
  /** Names of another contract; their values are stored in the log. */
  readonly globals?: ProgramGlobals;
  /** Takes the messages of those names. */
  readonly onSignal?: (name: string, input: readonly unknown[]) => void;
  /** Returns the outcome of a call that the program must not make; `undefined` for any other call. */
  readonly refuse: (name: string) => CallOutcome | undefined;
}

/** The call that starts or continues a program. */
export interface ProgramOrigin {
  /** Start of the ids of the program's calls. */
  readonly callId: string;
  readonly session: ToolContext["session"];
  readonly signal: AbortSignal;
  readonly resumed?: ToolContext["resumed"];
  /** Returns the call that waits for the program at this moment. */
  readonly within: () => ToolContext | undefined;
  /** Options of the calls of the program. Default: those of the call that waits. */
  readonly run?: Pick<ExecuteOptions, "agent" | "extra" | "messageId" | "traceContext">;
  /** Parts of the output that were taken before a pause. */
  readonly taken?: number | undefined;
}

/** A program that runs. */
export interface StartedProgram {
  readonly output: ProgramOutput;
  /** Resolves when the program has ended or paused and none of its calls runs any more; never rejects. */
  readonly ended: Promise<ProgramEnd>;
  /** The log so far, with which a paused program is repeated. */
  readonly log: readonly LogEntry[];
  /** Calls that the program did not wait for; they were cancelled. */
  readonly abandonedCalls: () => number;
}

/** The end of a program, with its output. */
export interface FinishedProgram {
  readonly end: Exclude<ProgramEnd, { readonly type: "paused" }>;
  readonly content: readonly ContentPart[];
  /** Calls that the program did not wait for; they were cancelled. */
  readonly abandonedCalls: number;
}

/**
 * Runs a program within the call of a tool. Throws a `PausedCall` while calls of the program wait for the user; then
 * `context.resumed` of the continued call repeats the program from its log.
 */
export async function runProgram(
  program: string,
  context: ToolContext,
  options: ProgramOptions,
): Promise<FinishedProgram> {
  const { callId, session, signal, resumed } = context;
  const started = await startProgram(
    program,
    { callId, session, signal, resumed, within: () => context },
    options,
  );
  const end = await started.ended;
  if (end.type === "paused") throw new PausedCall(end.calls, { version: 1, log: started.log });
  return { end, content: started.output.take(), abandonedCalls: started.abandonedCalls() };
}

/** Starts a program, or repeats one from the log of its pause or of its record. */
export async function startProgram(
  program: string,
  { callId, session, signal, resumed, within, run: runOptions, taken }: ProgramOrigin,
  { runtime, engine, limits, records, tools, functions, globals, onSignal, refuse }: ProgramOptions,
): Promise<StartedProgram> {
  const record = await records.open(await sha256Hex(`${callId}\n${program}`));
  const stored = resumed === undefined ? record.entries : entriesOf(resumed.state);
  const log: LogEntry[] = [...(stored as readonly LogEntry[])];
  const earlier = readLog(log);
  const write = async (entry: LogEntry) => {
    log.push(entry);
    await record.append(entry);
  };
  if (resumed !== undefined) {
    await record.remove();
    for (const entry of log) await record.append(entry);
  }
  const startedAt = earlier?.startedAt ?? Date.now();
  const values = earlier === undefined ? globals?.values : earlier.values;
  if (earlier === undefined) {
    await write({ type: "begin", startedAt, ...(values !== undefined && { values }) });
  }

  const ending = new AbortController();
  const output = new ProgramOutput(limits.outputCharacters, taken);
  const nested = new NestedCalls({
    ...{ runtime, session, callId, refuse, within, signal: ending.signal },
    run: runOptions,
    settle: (n, outcome) => run.settle(n, outcome),
    block: (n, result) => run.block(n, result),
  });
  const host = new HostCalls(functions, (n, outcome) => run.settle(n, outcome));
  const answers = resumed?.answers ?? {};
  const run: ProgramRun = new ProgramRun({
    ...{ engine, limits, output, earlier, signal, answers, onSignal },
    source: programSource(program, {
      ...{ tools, startedAt, returnsLastValue: globals === undefined },
      globals: globals && { ...globals, values },
      seed: fnv1a(`${callId}\n${program}`),
      functions: Object.keys(functions),
    }),
    lines: program.split("\n").length,
    record: write,
    start: (calls: readonly ProgramCall[]) => {
      nested.start(calls.filter(({ type }) => type === "call"));
      for (const call of calls) if (call.type !== "call") host.start(call);
    },
    waiting: new Map(resumed?.calls.map((call) => [numberOf(call), call])),
    resume: (waiting) => nested.resume(waiting, answers),
    now: Date.now,
  });
  let abandonedCalls = 0;
  const toEnd = async (): Promise<ProgramEnd> => {
    const end = await run.run();
    ({ abandonedCalls } = run);
    ending.abort();
    host.close();
    await nested.ended();
    if (end.type !== "paused") await record.remove();
    return end;
  };
  return { output, log, ended: toEnd(), abandonedCalls: () => abandonedCalls };
}

/** Returns the number of a call of a program from the id of its result. */
function numberOf({ callId }: ToolResult): number {
  return Number(callId.slice(callId.lastIndexOf("/") + 1));
}

function entriesOf(state: unknown): readonly unknown[] {
  if (isRecord(state) && state.version === 1 && Array.isArray(state.log)) return state.log;
  throw programError(
    "The program was paused by another version of Collet, so it cannot continue.",
    "program-diverged",
  );
}
