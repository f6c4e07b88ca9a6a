import type { Backend } from "../backend/index.js";
import type { ApprovalRequest, PermissionDecision } from "../policy/index.js";
import type { ToolSession } from "../session/index.js";
import type { FileChange, Workspace } from "../workspace/index.js";
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
  /** The resources it touches, as an approver sees them. */
  readonly shown?: Pick<ApprovalRequest, "facts" | "warnings">;
  /** Whether it was judged by the text of its paths; see {@link ExecutorJudging}. */
  readonly isExpected?: boolean;
  /** Whether its session has its own limits, which only this process knows. */
  readonly isLimited?: boolean;
}

/**
 * Judging by an executor, where the files are, by the rules of the runtime.
 *
 * The runtime then judges a call by `workspace` before the run, and so without messages. A call that it must ask about, or
 * refuse, is judged by the files; any other runs, and the executor throws `JudgeAgain` instead when the files are not as
 * expected and the rules ask about it.
 */
export interface ExecutorJudging {
  /** A workspace that answers without looking at files. */
  readonly workspace: Workspace;
  /** Returns whether the executor judges the calls of a tool. */
  includes(tool: AnyTool): boolean;
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
  /** Absent for an executor that runs every call as it was judged. */
  readonly judging?: ExecutorJudging;
  /**
   * Runs one call.
   *
   * @param inProcess - carries the call out in this process: for tools that belong to the host
   */
  run(call: JudgedCall, context: ExecutionContext, inProcess: () => Promise<ToolResult>): Promise<ToolResult>;
  /**
   * Returns whether a path is a full output that a call of the session (or of its parent) stored elsewhere:
   * the session may read it.
   */
  ownsOutput?(path: string, session: ToolSession): boolean;
}

const MARKER = Symbol.for("collet.judge-again");

/**
 * Thrown by an executor that has not run a call, because the files are not as they were expected when the call was judged: its
 * rules ask about it there. The runtime judges the call by the files and starts it again.
 */
export class JudgeAgain extends Error {
  override readonly name = "JudgeAgain";
  readonly [MARKER] = true;

  constructor() {
    super("The call has not run: it must be judged by the files.");
  }

  /** Returns whether a value is such an error, also one of another copy of this package. */
  static isInstance(value: unknown): value is JudgeAgain {
    return typeof value === "object" && value !== null && MARKER in value;
  }
}

/** A backend that runs whole calls beside its files, so that a call costs one round trip. */
export interface CallingBackend extends Backend {
  readonly calls: BackendCalls;
}

/** Runs whole calls beside the files of a backend. */
export interface BackendCalls {
  /**
   * Returns the executor of one runtime.
   *
   * @param options - plain JSON: the options of `createToolRuntime` that decide what a call may do and what it returns
   */
  open(options: Readonly<Record<string, unknown>>): BackendExecutor;
}

/** An executor that judges calls by the options of its runtime, where the files are. */
export interface BackendExecutor extends Executor {
  /** Returns whether the calls of a tool run beside the files. */
  includes(tool: AnyTool): boolean;
}
