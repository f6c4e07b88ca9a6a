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
  /** Why it may run; a verdict of `ask` means that somebody was asked and said yes. */
  readonly decision: PermissionDecision;
}

/** What an executor has of the call beside what its tool sees. */
export interface ExecutionContext extends ToolContext {
  /** Says that a file was changed elsewhere on behalf of the call: emits `file-edited` and counts in `trackFiles`. */
  changed(change: FileChange): void;
  /** Calls back once when the call is to end, at once where it is already; cheaper than `signal`, which most calls never need. */
  onStop(listener: () => void): void;
}

/**
 * Where a judged and scheduled call is carried out; in this process by default.
 *
 * Resolves to the call's result with its output rendered and bounded; rejects only when the executor itself broke.
 * What crosses this line is plain JSON plus the progress, ask and abort channels of the context.
 */
export interface Executor {
  /** @param inProcess - carries the call out here after all: for tools that belong to the host */
  run(call: JudgedCall, context: ExecutionContext, inProcess: () => Promise<ToolResult>): Promise<ToolResult>;
  /** Whether a path is a whole output that a call of the session (or of one it works for) left elsewhere: it may be read. */
  ownsOutput?(path: string, session: ToolSession): boolean;
}
