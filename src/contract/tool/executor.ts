import type { PermissionDecision } from "../policy/index.js";
import type { ToolSession } from "../session/index.js";
import type { FileChange } from "../workspace/index.js";
import type { AnyTool } from "./tool.js";
import type { ToolContext } from "./tool-context.js";
import type { ToolResult } from "./tool-result.js";

/** A call that was resolved, validated, judged and scheduled. */
export interface JudgedCall {
  readonly id: string;
  readonly requestedName: string;
  readonly tool: AnyTool;
  /** The canonical input; plain JSON as far as the tool's schema makes it so. */
  readonly input: unknown;
  /** Why it may run; a verdict of `ask` means that an approver approved the call. */
  readonly decision: PermissionDecision;
}

/** The data of a call that an executor needs beyond the context of the tool. */
export interface ExecutionContext extends ToolContext {
  /**
   * Reports that a file was changed elsewhere on behalf of the call: emits `file-edited` and adds to
   * `trackFiles`.
   */
  changed(change: FileChange): void;
  /**
   * Calls back once when the call must end, immediately if it must already; cheaper than `signal`, which most
   * calls never need.
   */
  onStop(listener: () => void): void;
}

/**
 * Carries out judged and scheduled calls; the default executor does so in this process.
 *
 * Resolves to the call's result with its output rendered and bounded; rejects only if the executor itself
 * failed. The data that an executor may send elsewhere is plain JSON, plus the progress, ask and abort
 * channels of the context.
 */
export interface Executor {
  /** @param inProcess - carries the call out in this process: for tools that belong to the host */
  run(call: JudgedCall, context: ExecutionContext, inProcess: () => Promise<ToolResult>): Promise<ToolResult>;
  /**
   * Returns whether a path is a full output that a call of the session (or of its parent) stored elsewhere:
   * the session may read it.
   */
  ownsOutput?(path: string, session: ToolSession): boolean;
}
