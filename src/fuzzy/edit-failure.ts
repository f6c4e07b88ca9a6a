import type { EditFailure, EditFailureReason, EditHint, EditRequest, MatchSpan } from "./request/index.js";

/** Returns the failure of a request whose texts are not strings; undefined for a valid one. */
export function validate(request: EditRequest): EditFailure | undefined {
  const given: unknown = request;
  const fields = ["content", "oldString", "newString"] as const;
  for (const field of fields) {
    const value =
      typeof given === "object" && given !== null ? (given as Record<string, unknown>)[field] : undefined;
    if (typeof value !== "string") {
      return failure("empty", `${field} must be a string, but is ${value === null ? "null" : typeof value}.`);
    }
  }
  return undefined;
}

/** Returns the failure of an edit that is too large for inexact matching. */
export function tooLarge(what: string): EditFailure {
  return failure(
    "too-large",
    `oldString was not found exactly, and ${what}. Send a shorter, exact piece of text.`,
  );
}

/** Returns a failure with its message and, where there are any, places and hints. */
export function failure(
  reason: EditFailureReason,
  message: string,
  extra: { spans?: readonly MatchSpan[]; hints?: readonly EditHint[] } = {},
): EditFailure {
  return {
    ok: false,
    reason,
    message,
    hints: extra.hints ?? [],
    ...(extra.spans ? { spans: extra.spans } : {}),
  };
}
