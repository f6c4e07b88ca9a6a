import { type PathOutcome, ToolError } from "../../contract/index.js";
import { counted } from "../../text/index.js";

/** Most paths that the message names; all of them are in `outcomes`. */
const MAX_NAMED_PATHS = 20;

const STATE_TEXTS: Readonly<Record<PathOutcome["state"], string>> = {
  old: "is in its state before the change",
  new: "is in its state after the change",
  "set-aside": "does not exist under its name",
  "partly-changed": "is in neither its old nor its new state",
  changed: "was changed by another process meanwhile",
  unknown: "could not be checked",
};

/**
 * Returns the error for a change that could neither be completed nor rolled back.
 *
 * @param error - the failure that ended the change; absent when only the cleanup after it failed
 */
export function halfDone(error: unknown, found: readonly PathOutcome[]): ToolError {
  const outcomes = mergedByPath(found);
  const cause = ToolError.isInstance(error) ? error.message : undefined;
  const named = outcomes.slice(0, MAX_NAMED_PATHS).map(stateText);
  const rest = outcomes.length - named.length;
  const first = outcomes[0]?.path;
  return new ToolError(
    [
      `${cause ?? (error === undefined ? "The disk failed at the end of the change." : "The change failed.")} The change is half done, because undoing it failed as well:`,
      ...named,
      ...(rest > 0 ? [`- ${counted(rest, "more path")}`] : []),
      "Check each of these paths before you change any of them. If the disk works again, the next change of one of them may first complete this change or finish undoing it.",
    ].join("\n"),
    {
      code: "half-done",
      outcomes,
      absolutePath: first,
      cause: error,
    },
  );
}

function stateText({ path, state, keptAs }: PathOutcome): string {
  const kept = keptAs === undefined ? "" : `; its content is kept in the same folder as '${keptAs}'`;
  return `- '${path}' ${STATE_TEXTS[state]}${kept}.`;
}

/** Merges outcomes to one per path: two steps may concern the same path. */
function mergedByPath(outcomes: readonly PathOutcome[]): readonly PathOutcome[] {
  const merged = new Map<string, PathOutcome>();
  for (const outcome of outcomes) {
    const other = merged.get(outcome.path);
    if (other === undefined || other.state === outcome.state) merged.set(outcome.path, outcome);
    else if (other.state !== "unknown")
      merged.set(outcome.path, { ...other, ...outcome, state: mixed(other, outcome) });
  }
  return [...merged.values()];
}

function mixed(left: PathOutcome, right: PathOutcome): PathOutcome["state"] {
  if (right.state === "unknown") return "unknown";
  return left.keptAs === undefined && right.keptAs === undefined ? "partly-changed" : "set-aside";
}

/**
 * Returns an error about a folder or about the intent log as an error about the path that is being changed; any other
 * value unchanged.
 *
 * @param what - the first sentence of the message
 */
export function withPath(error: unknown, what: string, path: string): unknown {
  if (!ToolError.isInstance(error)) return error;
  const { code, message, retryable, cause } = error;
  return new ToolError(`${what} ${message}`, { code, absolutePath: path, retryable, cause });
}
