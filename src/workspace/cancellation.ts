import { ToolError } from "../contract/index.js";

/** Throws `cancelled` if a call was aborted. */
export function throwIfCancelled(signal: AbortSignal): void {
  if (!signal.aborted) return;
  throw new ToolError("The call was cancelled.", { code: "cancelled", cause: signal.reason });
}
