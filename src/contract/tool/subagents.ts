import type { PermissionRule } from "../policy/index.js";
import type { ModelUsage } from "./model.js";

/** The budget of an agent. */
export interface AgentBudget {
  /** Turns of the model; the calls of the last turn are not carried out. */
  readonly maxSteps?: number;
  /** Input and output tokens of all turns, as the provider counts them (estimated if it does not). */
  readonly maxTokens?: number;
  /** Milliseconds from start to end. */
  readonly timeoutMs?: number;
}

/**
 * The reason why an agent ended.
 *
 * - `done`: it answered without further calls.
 * - `max-steps`, `max-tokens`, `timeout`: its budget was exhausted; `max-tokens` also if a reply was
 *   truncated at its own limit.
 * - `repeated-calls`: it repeated the same calls, or made only calls that could not be carried out.
 * - `blocked-on-user`: calls wait for an approval that is not available in this process.
 * - `model-failed`: the model threw, or returned an invalid reply.
 * - `cancelled`: the caller stopped it.
 */
export type AgentEnd =
  | "done"
  | "max-steps"
  | "max-tokens"
  | "timeout"
  | "repeated-calls"
  | "blocked-on-user"
  | "model-failed"
  | "cancelled";

/** A kind of subagent that a tool may start. */
export interface SubagentKind {
  readonly name: string;
  /** The purpose of the kind, for the model that selects one. */
  readonly description: string;
  /** `"read-only"`: it cannot change anything, so several can run at once. */
  readonly rights: "read-only" | "full";
}

/** A task for a subagent. */
export interface SubagentRequest {
  /** The name of a {@link SubagentKind}. */
  readonly kind: string;
  readonly prompt: string;
  /** A few words for user interfaces. */
  readonly description?: string | undefined;
  /** Appended to the system prompt of the kind. */
  readonly instructions?: string;
  /** Canonical names; restricts the tools that the kind and the parent allow, never extends them. */
  readonly tools?: readonly string[] | undefined;
  /**
   * Additional rules for this subagent: they can deny and ask, but never allow what the parent's rules do not
   * allow.
   */
  readonly rules?: readonly PermissionRule[];
  /** Absolute. Default: the parent's. */
  readonly cwd?: string | undefined;
  /** The id of an earlier report: the subagent continues with its conversation. */
  readonly resume?: string | undefined;
  /** Reduces the budget of the kind. */
  readonly budget?: AgentBudget;
}

/** The outcome of a subagent. Nothing it does makes `run` reject: the way it ended is data. */
export interface SubagentReport {
  /** For use as `SubagentRequest.resume`. */
  readonly id: string;
  readonly kind: string;
  readonly ended: AgentEnd;
  /** Its last text; if it was stopped, the text up to then, which may be empty. */
  readonly text: string;
  /** One sentence for the requesting model if the subagent was stopped: the reason and the remedy. */
  readonly problem?: string;
  readonly steps: number;
  readonly usage: ModelUsage;
  /** Files that it changed: absolute, in order, each once. */
  readonly trackFiles: readonly string[];
  /**
   * Undoes everything it changed, last change first; returns the files that could not be restored, with the
   * reason.
   */
  rollBack(): Promise<readonly { readonly path: string; readonly reason: string }[]>;
}

/**
 * Starts subagents on behalf of a running call.
 *
 * A subagent has its own session, budget and memory. Its rights are those of its parent session, restricted
 * by its kind and by the request, never more; grants that it receives apply to it only. Its calls go through
 * the pipeline like all others, inside the call that started it: they end with that call.
 */
export interface Subagents {
  readonly kinds: readonly SubagentKind[];
  /**
   * Runs one to its end. Rejects with a `ToolError` for an invalid request: `unknown-subagent` for an unknown
   * kind or id, `subagent-limit` when subagents are nested too deep or too many were started.
   */
  run(request: SubagentRequest): Promise<SubagentReport>;
}
