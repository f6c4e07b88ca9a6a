import { isRecord, withoutUndefined } from "../../values/index.js";

/** The outcome of one call of a program, as plain JSON. */
export type CallOutcome =
  | { readonly ok: true; readonly value: unknown }
  | {
      readonly ok: false;
      readonly error: {
        readonly name: string;
        readonly message: string;
        readonly code?: string;
        readonly status?: string;
      };
    };

/** A call that a program made: of a tool, of a function of the host, or of a timer. */
export interface ProgramCall {
  /** From 1, in the order in which the program made its calls. */
  readonly n: number;
  readonly type: "call" | "host" | "sleep";
  readonly name: string;
  readonly input: unknown;
}

/**
 * One entry of the log of a program. The log contains everything that the program learned from outside, so that a
 * replay repeats the program without repeating a call.
 */
export type LogEntry =
  | {
      readonly type: "begin";
      readonly startedAt: number;
      /** Values that the program started with, besides the clock. */
      readonly values?: unknown;
    }
  /** Written before the calls run. */
  | { readonly type: "calls"; readonly calls: readonly ProgramCall[] }
  /** Written when a call waits for the user: it has not run. */
  | { readonly type: "blocked"; readonly n: number }
  /** Written when a call has ended. */
  | { readonly type: "outcome"; readonly n: number; readonly outcome: CallOutcome }
  /** Written before the program learns the outcomes, in this order. */
  | { readonly type: "delivery"; readonly at: number; readonly calls: readonly number[] };

/** The log of an earlier run of a program, by call. */
export interface EarlierRun {
  readonly startedAt: number;
  readonly values: unknown;
  readonly calls: ReadonlyMap<number, ProgramCall>;
  readonly outcomes: ReadonlyMap<number, CallOutcome>;
  /** Calls that waited for the user and have not run. */
  readonly blocked: ReadonlySet<number>;
  readonly deliveries: readonly { readonly at: number; readonly calls: readonly number[] }[];
}

/** Reads the log of an earlier run; returns `undefined` for an empty one. Throws a `TypeError` for anything else. */
export function readLog(entries: readonly unknown[]): EarlierRun | undefined {
  const calls = new Map<number, ProgramCall>();
  const outcomes = new Map<number, CallOutcome>();
  const blocked = new Set<number>();
  const deliveries: { at: number; calls: readonly number[] }[] = [];
  let startedAt: number | undefined;
  let values: unknown;
  for (const entry of entries) {
    if (!isEntry(entry)) throw new TypeError("The log of a program contains an unknown entry.");
    if (entry.type === "begin") ({ startedAt, values } = entry);
    else if (entry.type === "blocked") blocked.add(entry.n);
    else if (entry.type === "calls") {
      for (const call of entry.calls) {
        calls.set(call.n, call);
        blocked.delete(call.n);
      }
    } else if (entry.type === "outcome") outcomes.set(entry.n, entry.outcome);
    else deliveries.push({ at: entry.at, calls: entry.calls });
  }
  return startedAt === undefined ? undefined : { startedAt, values, calls, outcomes, blocked, deliveries };
}

function isEntry(value: unknown): value is LogEntry {
  if (!isRecord(value)) return false;
  const { type, startedAt, calls, n, outcome, at } = value;
  if (type === "begin") return typeof startedAt === "number";
  if (type === "blocked") return typeof n === "number";
  if (type === "calls") return Array.isArray(calls) && calls.every(isCall);
  if (type === "outcome")
    return typeof n === "number" && isRecord(outcome) && typeof outcome.ok === "boolean";
  return type === "delivery" && typeof at === "number" && Array.isArray(calls);
}

/** Returns whether a value is a call of a program. */
export function isCall(value: unknown): value is ProgramCall {
  return (
    isRecord(value) &&
    typeof value.n === "number" &&
    (value.type === "call" || value.type === "host" || value.type === "sleep") &&
    typeof value.name === "string"
  );
}

/** Returns a failed outcome. */
export function failedOutcome(
  message: string,
  { code, status }: { readonly code?: string; readonly status?: string } = {},
): CallOutcome {
  return {
    ok: false,
    error: {
      name: "ToolError",
      message,
      ...withoutUndefined({ code, status }),
    },
  };
}
