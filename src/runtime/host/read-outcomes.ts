import type { PathOutcome } from "../../contract/index.js";

const STATES: readonly unknown[] = [
  "old",
  "new",
  "set-aside",
  "partly-changed",
  "changed",
  "unknown",
] satisfies PathOutcome["state"][];

/** Reads the states of the paths of a change; values that are none are omitted. Absent if the value is not a list. */
export function readOutcomes(value: unknown): readonly PathOutcome[] | undefined {
  return Array.isArray(value) ? value.flatMap(outcomeOf) : undefined;
}

function outcomeOf(value: unknown): readonly PathOutcome[] {
  if (typeof value !== "object" || value === null) return [];
  const { path, state, keptAs } = value as Partial<Record<keyof PathOutcome, unknown>>;
  if (typeof path !== "string" || !STATES.includes(state)) return [];
  return [{ path, state: state as PathOutcome["state"], ...(typeof keptAs === "string" && { keptAs }) }];
}
