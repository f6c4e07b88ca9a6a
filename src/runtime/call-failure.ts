import type { ErrorCode, ToolFailure } from "../contract/index.js";
import { ToolError } from "../contract/index.js";

/** Why a call stopped before its end, and the status its result gets. */
export interface CallFailure {
  readonly status: "error" | "cancelled" | "rejected-by-user";
  readonly error: ToolFailure;
}

/** A failure from its parts. */
export function callFailure(
  errorCode: ErrorCode,
  message: string,
  status: CallFailure["status"] = "error",
): CallFailure {
  return { status, error: { message, errorCode } };
}

/** What a stage or tool threw, as a failure the model can read. */
export function failureFromThrown(thrown: unknown, doing: string): CallFailure {
  if (ToolError.isInstance(thrown)) {
    return {
      status: "error",
      error: {
        message: thrown.message,
        errorCode: thrown.code,
        ...(thrown.absolutePath !== undefined && { absolutePath: thrown.absolutePath }),
        ...(thrown.retryable !== undefined && { retryable: thrown.retryable }),
      },
    };
  }
  return callFailure("tool-failed", `${doing} failed: ${describeThrown(thrown)}`);
}

/** The most useful short text for a value that was thrown; reading it never throws itself. */
export function describeThrown(thrown: unknown): string {
  try {
    if (thrown instanceof Error) return thrown.message || thrown.name;
    return typeof thrown === "string" ? thrown : (JSON.stringify(thrown) ?? String(thrown));
  } catch {
    return "it threw a value that cannot be printed";
  }
}
