import type { PermissionRule } from "../policy/index.js";
import type { ModelUsage } from "./model.js";

/** What an agent may spend. */
export interface AgentBudget {
  /** Turns of the model; the calls of the last one are not carried out. */
  readonly maxSteps?: number;
  /** Tokens in and out over all turns, as the provider counts them (estimated where it does not). */
  readonly maxTokens?: number;
  /** Milliseconds from start to end. */
  readonly timeoutMs?: number;
}

/**
 * Why an agent ended.
 *
 * - `done`: it answered without asking for more calls.
 * - `max-steps`, `max-tokens`, `timeout`: its budget was spent; `max-tokens` also where a reply was cut at its own limit.
 * - `repeated-calls`: it made the same calls again and again, or none that could be carried out.
 * - `blocked-on-user`: calls wait for an approval that nobody here can give.
 * - `model-failed`: the model threw, or answered something that is no reply.
 * - `cancelled`: whoever started it stopped it.
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
  /** For the model that chooses among them: what it is good at. */
  readonly description: string;
  /** `"read-only"`: it can change nothing, so that several run at once. */
  readonly rights: "read-only" | "full";
}

/** One piece of work for a subagent. */
export interface SubagentRequest {
  /** The name of a {@link SubagentKind}. */
  readonly kind: string;
  readonly prompt: string;
  /** A few words for user interfaces. */
  readonly description?: string;
  /** Added behind the kind's own system prompt. */
  readonly instructions?: string;
  /** Canonical names; narrows what the kind and the parent allow, never widens it. */
  readonly tools?: readonly string[];
  /** Rules that hold for this subagent besides those of its parent: they can forbid and ask, never allow what the parent may not. */
  readonly rules?: readonly PermissionRule[];
  /** Absolute. Default: the parent's. */
  readonly cwd?: string;
  /** The id of an earlier report: the subagent goes on with what it knows. */
  readonly resume?: string;
  /** Narrows the kind's budget. */
  readonly budget?: AgentBudget;
}

/** What came of a subagent. Nothing it does makes `run` reject: how it ended is data. */
export interface SubagentReport {
  /** For `SubagentRequest.resume`. */
  readonly id: string;
  readonly kind: string;
  readonly ended: AgentEnd;
  /** Its last words; where it was stopped, what it had said by then, which may be nothing. */
  readonly text: string;
  /** One sentence for the model that asked, where it did not end by itself: what stopped it and what may be done. */
  readonly problem?: string;
  readonly steps: number;
  readonly usage: ModelUsage;
  /** Files it changed: absolute, in order, each once. */
  readonly trackFiles: readonly string[];
  /** Takes back everything it changed, last change first; gives the files that could not be taken back, with the reason. */
  rollBack(): Promise<readonly { readonly path: string; readonly reason: string }[]>;
}

/**
 * Starts subagents on behalf of a running call.
 *
 * A subagent has a session, a budget and a memory of its own. Its rights are those of the session it works for, narrowed by its
 * kind and by the request, never more; what it is granted stays with it. Its calls go through the pipeline like all others,
 * within the call that started it: they end with that call.
 */
export interface Subagents {
  readonly kinds: readonly SubagentKind[];
  /**
   * Runs one to its end. Rejects with a `ToolError` for a request that makes no sense: `unknown-subagent` for a kind or an id
   * that is not known, `subagent-limit` when subagents are nested too deep or too many were started.
   */
  run(request: SubagentRequest): Promise<SubagentReport>;
}
