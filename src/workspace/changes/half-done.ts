import { type PathOutcome, ToolError } from "../../contract/index.js";

/** Most paths that the message names one by one; all are in `outcomes`. */
const MAX_NAMED_PATHS = 20;

const STATE_TEXTS: Readonly<Record<PathOutcome["state"], string>> = {
  old: "is as it was before the change",
  new: "is as the change was to leave it",
  "set-aside": "is not under its name",
  "partly-changed": "is neither as it was before the change nor as the change was to leave it",
  changed: "was changed by another process meanwhile",
  unknown: "could not be looked at",
};

/**
 * Returns the error for a change that could neither be completed nor taken back.
 *
 * @param error - the failure that ended the change; absent when only the tidying after it failed
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
      ...(rest > 0 ? [`- ${rest} more paths`] : []),
      "Look at each of these paths before you change any of them. If the disk works again, the next change of one of them may complete this change first, or finish taking it back.",
    ].join("\n"),
    {
      code: "half-done",
      outcomes,
      ...(first === undefined ? {} : { absolutePath: first }),
      ...(error === undefined ? {} : { cause: error }),
    },
  );
}

function stateText({ path, state, keptAs }: PathOutcome): string {
  const kept = keptAs === undefined ? "" : `; its content is kept in the same folder as '${keptAs}'`;
  return `- '${path}' ${STATE_TEXTS[state]}${kept}.`;
}

/** One outcome for each path: two steps may be about one path. */
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
