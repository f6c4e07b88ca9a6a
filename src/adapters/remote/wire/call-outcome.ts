import { type PathOutcome, ToolError } from "../../../contract/index.js";
import { isRecord } from "../../../values/index.js";

/** Knowledge of a worker about a call of an earlier connection. */
export type CallOutcome = {
  /** Identifies the record that it looked at; absent if the worker keeps none. */
  readonly records?: string;
} & (
  | { readonly state: "none" }
  | {
      readonly state: "begun";
      readonly outcomes: readonly PathOutcome[];
      /** Whether the call may have changed other files as well. */
      readonly isPartial?: boolean;
    }
  | { readonly state: "ended"; readonly end: Readonly<Record<string, unknown>> }
);

/** The states of a file that a worker finds after a loss. */
const STATES = ["old", "new", "unknown"] as const;

/** Most files of a call. */
const MAX_FILES = 10_000;

/** Reads the answer of a worker. */
export function readOutcome(value: unknown): CallOutcome {
  if (!isRecord(value)) throw unreadable();
  const records = typeof value.records === "string" ? { records: value.records } : {};
  switch (value.state) {
    case "none":
      return { ...records, state: "none" };
    case "ended":
      if (!isRecord(value.end)) throw unreadable();
      return { ...records, state: "ended", end: value.end };
    case "begun":
      if (!Array.isArray(value.outcomes) || value.outcomes.length > MAX_FILES) throw unreadable();
      return {
        ...records,
        state: "begun",
        outcomes: value.outcomes.map(readPath),
        ...(value.isPartial === true && { isPartial: true }),
      };
    default:
      throw unreadable();
  }
}

function readPath(value: unknown): PathOutcome {
  const state = isRecord(value) ? STATES.find((each) => each === value.state) : undefined;
  if (!isRecord(value) || typeof value.path !== "string" || state === undefined) throw unreadable();
  return { path: value.path, state };
}

function unreadable(): ToolError {
  return new ToolError("The remote worker sent an outcome that cannot be used.", { code: "io-error" });
}
