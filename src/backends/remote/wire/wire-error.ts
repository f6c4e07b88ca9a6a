import { describeThrown, ToolError } from "../../../contract/index.js";
import { isRecord, withoutUndefined } from "../../../values/index.js";

/** Most characters of a message of a worker that are used. */
const MAX_MESSAGE_CHARACTERS = 8_192;

/** Error as it is sent. */
export interface WireError {
  readonly message: string;
  readonly code: string;
  readonly absolutePath?: string;
  readonly retryable?: boolean;
  /** Code of the system's error: `EXDEV`. */
  readonly errno?: string;
}

/** Returns an error in the form in which it is sent. Stack traces stay where they are. */
export function toWireError(thrown: unknown): WireError {
  if (!ToolError.isInstance(thrown)) return { message: describeThrown(thrown), code: "io-error" };
  const { message, code, absolutePath, retryable, cause } = thrown;
  const errno = isRecord(cause) || cause instanceof Error ? (cause as { code?: unknown }).code : undefined;
  return {
    message,
    code,
    ...withoutUndefined({ absolutePath, retryable }),
    ...(typeof errno === "string" && { errno }),
  };
}

/** Returns the `ToolError` of a received error. Fields of another type are ignored. */
export function fromWireError(received: unknown): ToolError {
  const { message, code, absolutePath, retryable, errno } = isRecord(received) ? received : {};
  return new ToolError(
    typeof message === "string" && message !== ""
      ? message.slice(0, MAX_MESSAGE_CHARACTERS)
      : "The remote worker failed without a message.",
    {
      code: typeof code === "string" && /^[a-z][a-z-]{0,63}$/.test(code) ? code : "io-error",
      ...(typeof absolutePath === "string" && { absolutePath }),
      ...(typeof retryable === "boolean" && { retryable }),
      ...(typeof errno === "string" && { cause: { code: errno } }),
    },
  );
}

/** Returns the error of a call whose connection ended. */
export function connectionLost(reason: string, { isSent }: { readonly isSent: boolean }): ToolError {
  const state = isSent
    ? "It is not known whether the worker still carried out the operation"
    : "The operation was not sent";
  return new ToolError(`The connection to the remote worker was lost: ${reason} ${state}.`, {
    code: "connection-lost",
    retryable: true,
    cause: { code: isSent ? "sent" : "not-sent" },
  });
}

/** Returns whether a call failed because its connection ended. */
export function isConnectionLost(error: unknown): error is ToolError {
  return ToolError.isInstance(error) && error.code === "connection-lost";
}
