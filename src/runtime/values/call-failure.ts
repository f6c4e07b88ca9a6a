import {
  describeThrown,
  type ErrorCode,
  ignoreRejection,
  ignoreRejectionsIn,
  ToolError,
  type ToolFailure,
} from "../../contract/index.js";
import { readOutcomes } from "../host/read-outcomes.js";

/** The reason why a call failed, and the status of its result. */
export interface CallFailure {
  readonly status: "error" | "cancelled" | "rejected-by-user";
  readonly error: ToolFailure;
}

/** Builds a failure from its parts. */
export function callFailure(
  errorCode: ErrorCode,
  message: string,
  status: CallFailure["status"] = "error",
): CallFailure {
  return { status, error: { message, errorCode } };
}

/**
 * Returns the failure of a call for a value that a tool or a function of the host threw.
 *
 * The message of a `ToolError` is written for the model and stays unchanged; any other message is prefixed with
 * `doing`, which names the function that failed. Never throws.
 */
export function failureFromThrown(thrown: unknown, doing: string): CallFailure {
  ignoreRejectionsIn(thrown);
  return (
    failureOfToolError(thrown) ?? callFailure("tool-failed", `${doing} failed: ${describeThrown(thrown)}`)
  );
}

/** Returns whether a thrown value is a tool error with a message for the model. Never throws. */
export function isToldToolError(thrown: unknown): boolean {
  return failureOfToolError(thrown) !== undefined;
}

/**
 * Returns the fields of a tool error, each only if it has the right type: the error may come from another copy of the
 * package.
 */
function failureOfToolError(thrown: unknown): CallFailure | undefined {
  if (!ToolError.isInstance(thrown)) return undefined;
  try {
    const { message, code, absolutePath, retryable, outcomes } = thrown as Partial<
      Record<keyof ToolError, unknown>
    >;
    if (typeof message !== "string" || message === "") return undefined;
    const states = readOutcomes(outcomes);
    return {
      status: "error",
      error: {
        message,
        errorCode: typeof code === "string" && code !== "" ? code : "tool-failed",
        ...(typeof absolutePath === "string" && { absolutePath }),
        ...(typeof retryable === "boolean" && { retryable }),
        ...(states !== undefined && { outcomes: states }),
      },
    };
  } catch (thrown) {
    ignoreRejection(thrown);
    return undefined;
  }
}

/** Returns a reason as a sentence of a message, with a space before it; an empty string without a reason. */
export function reasonSentence(reason: string | undefined): string {
  const text = reason?.trim() ?? "";
  if (text === "") return "";
  return ` Reason: ${text}${/[.!?]$/.test(text) ? "" : "."}`;
}
