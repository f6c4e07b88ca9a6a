import type {
  AgentBudget,
  Clock,
  ContentPart,
  Model,
  ModelMessage,
  ToolContext,
  ToolSession,
} from "../../contract/index.js";
import type { ToolRuntime } from "../../runtime/index.js";
import type { AgentEventListener } from "./agent-event.js";
import { checkMessages, isContent } from "./check-messages.js";
import type { ToolSelection } from "./offered-tools.js";

/** A runtime as far as an agent's loop needs it; every runtime fits. */
export type AgentRuntime = Pick<
  ToolRuntime,
  "registry" | "defaultSession" | "model" | "tools" | "executeBatch" | "outputs"
>;

/** Turns of the model where the host says nothing: enough for long work, and an end to a loop that nothing else ends. */
export const DEFAULT_MAX_STEPS = 100;

/** Milliseconds for one reply, as the vendors' own clients have it. */
export const DEFAULT_REPLY_TIMEOUT_MS = 600_000;

/** Tokens of a conversation from which old results are shortened: half of what the smaller current models read. */
export const DEFAULT_COMPACT_AT_TOKENS = 100_000;

/** What an agent's loop is told. */
export interface RunAgentOptions extends AgentBudget {
  readonly runtime: AgentRuntime;
  /** Default: the runtime's. */
  readonly model?: Model;
  /** Whose calls they are. Default: that of `within`, else the runtime's own. */
  readonly session?: ToolSession;
  readonly system?: string;
  /** What is to be done. May be left out where `messages` end with what the model has to answer. */
  readonly prompt?: string | readonly ContentPart[];
  /** The conversation so far, `messages` of an earlier result for example. Not changed. */
  readonly messages?: readonly ModelMessage[];
  /** Narrows what the session offers: canonical names, or a function. Default: `runtime.tools()` of the session. */
  readonly tools?: ToolSelection;
  /** Turns of the model; the calls of the last one are not run, because nobody would read their results. Default {@link DEFAULT_MAX_STEPS}. */
  readonly maxSteps?: number;
  /** Tokens in and out over all turns. A turn that would go beyond is not taken. Default: no limit. */
  readonly maxTokens?: number;
  /** Milliseconds from start to end. Default: no limit. */
  readonly timeoutMs?: number;
  /** Milliseconds for one reply of the model. Default {@link DEFAULT_REPLY_TIMEOUT_MS}. */
  readonly replyTimeoutMs?: number;
  /**
   * Estimated tokens of the conversation from which its oldest results are shortened, the last five never, those of the last turn
   * only where they alone are more; `false` for never.
   * Default {@link DEFAULT_COMPACT_AT_TOKENS}.
   */
  readonly compactAtTokens?: number | false;
  /** The context of the call that runs the agent, where a tool does. Its calls do not wait for that call, and end with it. */
  readonly within?: ToolContext;
  /** Aborting ends the loop at once, whatever the model does. */
  readonly signal?: AbortSignal;
  readonly onEvent?: AgentEventListener;
  /** Where time comes from. Default: the machine. */
  readonly clock?: Clock;
}

/** Checks what a host gave; throws a `TypeError` or `RangeError` that says what is wrong. */
export function checkRunAgentOptions(options: RunAgentOptions): void {
  const { prompt, messages = [], system, signal, onEvent } = options;
  checkMessages(messages);
  if (prompt !== undefined && typeof prompt !== "string" && !isContent(prompt)) {
    throw new TypeError("runAgent: prompt must be a text or a list of content parts.");
  }
  if ((prompt === undefined || prompt.length === 0) && messages.length === 0) {
    throw new TypeError("runAgent: give it a prompt, or messages to go on with.");
  }
  if (system !== undefined && typeof system !== "string") {
    throw new TypeError(`runAgent: system must be a text, but it is ${typeof system}.`);
  }
  if (signal !== undefined && typeof signal?.addEventListener !== "function") {
    throw new TypeError("runAgent: signal must be an AbortSignal, that of an AbortController for example.");
  }
  if (onEvent !== undefined && typeof onEvent !== "function") {
    throw new TypeError(`runAgent: onEvent must be a function, but it is ${typeof onEvent}.`);
  }
  for (const name of ["maxSteps", "maxTokens", "timeoutMs", "replyTimeoutMs", "compactAtTokens"] as const) {
    const value = options[name];
    if (value === undefined || (name === "compactAtTokens" && value === false)) continue;
    const isCount = name === "maxSteps" ? Number.isSafeInteger(value) : Number.isFinite(value);
    if (isCount && Number(value) > 0) continue;
    const wanted = `a positive number${name === "maxSteps" ? " without a fraction" : ""}`;
    throw new RangeError(
      `runAgent: ${name} must be ${wanted}, but it is ${shown(value)}. Leave it out for the default.`,
    );
  }
}

function shown(value: unknown): string {
  return typeof value === "string" ? `the text ${JSON.stringify(value)}` : String(value);
}
