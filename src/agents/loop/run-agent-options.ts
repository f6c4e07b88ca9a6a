import {
  type AgentBudget,
  type Clock,
  type ContentPart,
  ignoreRejectionsIn,
  type Model,
  type ModelMessage,
  type ToolContext,
  type ToolSession,
} from "../../contract/index.js";
import { readMembers, type ToolRuntime } from "../../runtime/index.js";
import { type KeysOf, shownValue } from "../../values/index.js";
import type { AgentEventListener } from "./agent-event.js";
import { checkMessages, holds, isContent } from "./check-messages.js";
import type { ToolSelection } from "./offered-tools.js";

/** The members of a runtime that an agent's loop needs; every runtime fits. */
export type AgentRuntime = Pick<
  ToolRuntime,
  "registry" | "defaultSession" | "model" | "tools" | "executeBatch" | "outputs"
>;

/**
 * Turns of the model if the host sets no limit: enough for long work, and an end for a loop that nothing else ends.
 */
export const DEFAULT_MAX_STEPS = 100;

/** Milliseconds for one reply, as in the vendors' own clients. */
export const DEFAULT_REPLY_TIMEOUT_MS = 600_000;

/**
 * Tokens of a conversation at which old results are shortened: half of the context window of the smaller current
 * models.
 */
export const DEFAULT_COMPACT_AT_TOKENS = 100_000;

/** Options of an agent's loop. */
export interface RunAgentOptions extends AgentBudget {
  /** The runtime that carries out the calls of the model. */
  readonly runtime: AgentRuntime;
  /** The model. Default: the runtime's. */
  readonly model?: Model;
  /** The session of the calls. Default: that of `within`, otherwise the runtime's default session. */
  readonly session?: ToolSession;
  /** The system prompt. Default: none. */
  readonly system?: string;
  /** The task. May be omitted if `messages` end with a message that the model must answer. */
  readonly prompt?: string | readonly ContentPart[];
  /** The conversation so far, for example the `messages` of an earlier result. Not changed. */
  readonly messages?: readonly ModelMessage[];
  /** Narrows the tools of the session: canonical names, or a function. Default: `runtime.tools()` of the session. */
  readonly tools?: ToolSelection;
  /**
   * Turns of the model. The calls of the last turn are not run, because the model would not read their results.
   * Default {@link DEFAULT_MAX_STEPS}.
   */
  readonly maxSteps?: number;
  /** Input and output tokens of all turns. A turn that would exceed them does not start. Default: no limit. */
  readonly maxTokens?: number;
  /** Milliseconds from start to end. Default: no limit. */
  readonly timeoutMs?: number;
  /** Milliseconds for one reply of the model. Default {@link DEFAULT_REPLY_TIMEOUT_MS}. */
  readonly replyTimeoutMs?: number;
  /**
   * Estimated tokens of the conversation at which its oldest results are shortened. The last five are never
   * shortened; those of the last turn only if they alone exceed the limit. `false` for never. Default
   * {@link DEFAULT_COMPACT_AT_TOKENS}.
   */
  readonly compactAtTokens?: number | false;
  /**
   * The context of the call that runs the agent, when a tool does. The agent's calls do not wait for that call, and
   * they end with it.
   */
  readonly within?: ToolContext;
  /** Ends the loop at once when it aborts, whatever the model does. */
  readonly signal?: AbortSignal;
  /** Receives each event of the loop, in order. Default: none. */
  readonly onEvent?: AgentEventListener;
  /**
   * Receives the text of the model while it is written; its errors are ignored. A model that cannot stream passes
   * nothing. Default: the model is asked without streaming.
   */
  readonly onText?: (delta: string) => void;
  /** The source of time. Default: the clock of the machine. */
  readonly clock?: Clock;
}

const RUN_AGENT_OPTION_NAMES = {
  runtime: true,
  model: true,
  session: true,
  system: true,
  prompt: true,
  messages: true,
  tools: true,
  maxSteps: true,
  maxTokens: true,
  timeoutMs: true,
  replyTimeoutMs: true,
  compactAtTokens: true,
  within: true,
  signal: true,
  onEvent: true,
  onText: true,
  clock: true,
} as const satisfies KeysOf<RunAgentOptions>;

/** Returns the known options of a host; throws a `TypeError` for others and for options that cannot be read. */
export function readRunAgentOptions(options: RunAgentOptions): Partial<RunAgentOptions> {
  const read = readMembers<RunAgentOptions>(options, "The options of runAgent", RUN_AGENT_OPTION_NAMES);
  for (const value of [read.messages, read.prompt, read.tools]) ignoreRejectionsIn(value);
  return read;
}

/** Checks the options of a host; throws a `TypeError` or `RangeError` that names the invalid one. */
export function checkRunAgentOptions(options: RunAgentOptions): void {
  const { prompt, messages = [], system, signal, onEvent, onText } = options;
  checkMessages(messages);
  if (prompt !== undefined && typeof prompt !== "string" && !isContent(prompt)) {
    throw new TypeError("runAgent: prompt must be a string or a list of content parts.");
  }
  if ((prompt === undefined || prompt.length === 0) && messages.length === 0) {
    throw new TypeError("runAgent: pass a prompt, or messages to continue.");
  }
  if (system !== undefined && typeof system !== "string") {
    throw new TypeError(`runAgent: system must be a string, but it is ${typeof system}.`);
  }
  if (signal !== undefined && !holds(() => typeof signal.addEventListener === "function")) {
    throw new TypeError("runAgent: signal must be an AbortSignal, for example that of an AbortController.");
  }
  if (onEvent !== undefined && typeof onEvent !== "function") {
    throw new TypeError(`runAgent: onEvent must be a function, but it is ${typeof onEvent}.`);
  }
  if (onText !== undefined && typeof onText !== "function") {
    throw new TypeError(`runAgent: onText must be a function, but it is ${typeof onText}.`);
  }
  for (const name of ["maxSteps", "maxTokens", "timeoutMs", "replyTimeoutMs", "compactAtTokens"] as const) {
    const value = options[name];
    if (value === undefined || (name === "compactAtTokens" && value === false)) continue;
    const isCount = name === "maxSteps" ? Number.isSafeInteger(value) : Number.isFinite(value);
    if (isCount && Number(value) > 0) continue;
    const wanted = `a positive number${name === "maxSteps" ? " without a fraction" : ""}`;
    throw new RangeError(
      `runAgent: ${name} must be ${wanted}, but it is ${shown(value)}. Omit it to use the default.`,
    );
  }
}

function shown(value: unknown): string {
  return typeof value === "string" ? `the string ${JSON.stringify(value)}` : shownValue(value);
}
