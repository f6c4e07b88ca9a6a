import type { Backend, PathOutcome, ToolSession } from "../../../contract/index.js";
import { createWorkspace } from "../../../workspace/index.js";
import type { CallOutcome } from "../wire/call-outcome.js";
import type { CallRecords, RecordedPath } from "./call-records.js";
import { hasState } from "./file-state.js";

/** A call of an earlier connection. */
export interface EarlierCall {
  readonly call: string;
  readonly host: string;
  readonly records: CallRecords | undefined;
  readonly backend: Backend;
  readonly signal: AbortSignal;
}

/** Returns what happened to a call whose worker has ended, after a change that it left unfinished was finished or undone. */
export async function outcomeOf({ call, host, records, backend, signal }: EarlierCall): Promise<CallOutcome> {
  if (records === undefined) return { state: "begun", outcomes: [] };
  const found = records.read(host, call);
  const { id } = records;
  if (found === undefined) return { records: id, state: "none" };
  if (found.end !== undefined) return { records: id, state: "ended", end: found.end };
  await finishChanges(found.paths, backend, signal);
  const outcomes = found.paths.map((before) => ({
    path: before.path,
    state: found.changed.has(before.path) ? "new" : stateNow(before),
  }));
  const others = [...found.changed].filter((path) => outcomes.every((outcome) => outcome.path !== path));
  return {
    records: id,
    state: "begun",
    ...(found.isPartial && { isPartial: true }),
    outcomes: [...outcomes, ...others.map((path) => ({ path, state: "new" as const }))],
  };
}

function stateNow({ path, state, isUnknown }: RecordedPath): PathOutcome["state"] {
  if (isUnknown === true) return "unknown";
  try {
    return hasState(path, state) ? "old" : "new";
  } catch {
    return "unknown";
  }
}

/** Finishes or undoes the changes of several files that a killed worker left in its intent log. */
async function finishChanges(
  paths: readonly RecordedPath[],
  backend: Backend,
  signal: AbortSignal,
): Promise<void> {
  const session: ToolSession = { id: "outcome", cwd: "/", memory: new Map() };
  const files = createWorkspace({ backend, roots: ["/"], staleness: "never" }).files({
    session,
    approvedPaths: "any",
    signal,
    onChange() {},
  });
  // A change begins with the look for what is unfinished, and this one changes nothing. A missing or binary file is left as it is.
  for (const { path } of paths) await files.updateText(path, ({ text }) => ({ text })).catch(() => {});
}
