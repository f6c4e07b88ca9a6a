import { ToolError } from "../../contract/index.js";

/** The reason why a call was stopped from outside. */
export type StopReason =
  | { readonly type: "cancelled" }
  | { readonly type: "timeout"; readonly limit: "idle" | "total"; readonly limitMs: number };

/** Returns the error of an aborted operation, worded like the reason. */
export function abortError(reason: StopReason): ToolError {
  return reason.type === "cancelled"
    ? new ToolError("The call was cancelled.", { code: "cancelled" })
    : new ToolError(timeoutMessage(reason), { code: "timeout" });
}

/** Returns the message of an idle timeout as in the Amp specification, and its counterpart for the total time. */
export function timeoutMessage(reason: {
  readonly limit: "idle" | "total";
  readonly limitMs: number;
}): string {
  const seconds = Number((reason.limitMs / 1000).toFixed(3));
  const unit = seconds === 1 ? "second" : "seconds";
  return reason.limit === "idle"
    ? `Tool execution timed out after ${seconds} ${unit}`
    : `Tool execution timed out after ${seconds} ${unit} in total, although it still reported progress`;
}
