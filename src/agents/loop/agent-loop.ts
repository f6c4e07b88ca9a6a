import {
  type Clock,
  ignoreRejection,
  type Model,
  type ModelMessage,
  quietly,
  type ToolCall,
  type ToolResult,
  type ToolSession,
} from "../../contract/index.js";
import { steadyClock } from "../../runtime/index.js";
import { inSeconds } from "../../text/index.js";
import { systemClock, withoutUndefined } from "../../values/index.js";
import {
  blockedEnding,
  type Ending,
  inCircles,
  modelFailed,
  modelThrew,
  stoppedEnding,
} from "./agent-ending.js";
import type { AgentEvent, AgentResult } from "./agent-event.js";
import { AgentSpending } from "./agent-spending.js";
import { AgentStop } from "./agent-stop.js";
import { awaitReply, textListener } from "./await-reply.js";
import { refusedResult } from "./call-batch.js";
import { compactConversation } from "./compact-conversation.js";
import { estimateMessagesTokens, estimateTextTokens, estimateToolsTokens } from "./estimate-tokens.js";
import { type OfferedTools, offeredTools } from "./offered-tools.js";
import { type CheckedReply, readReply } from "./read-reply.js";
import { createRepetitionWatch } from "./repetition.js";
import {
  DEFAULT_COMPACT_AT_TOKENS,
  DEFAULT_MAX_STEPS,
  DEFAULT_REPLY_TIMEOUT_MS,
  type RunAgentOptions,
} from "./run-agent-options.js";

/** Number of calls of one turn that are carried out: the most that the largest providers let a model make at once. */
const MAX_CALLS_PER_TURN = 128;

/** Number of turns in a row in which no call could be carried out. */
const MAX_FRUITLESS_TURNS = 3;

/**
 * Share by which the conversation grows after a compaction before the next one: each compaction invalidates the
 * provider's cache.
 */
const REGROWTH = 0.2;

const EMPTY_NUDGE = "Your reply was empty. Call a tool, or send your answer.";
const LAST_TURN_NUDGE =
  "This is your last turn: no more calls will be carried out. Answer with what you know, and state what is unresolved.";

type UsableReply = Exclude<CheckedReply, { readonly type: "garbage" }>;
type Reply = Extract<CheckedReply, { readonly type: "reply" }>;

/** One running agent. */
export class AgentLoop {
  readonly #model: Model;
  readonly #options: RunAgentOptions;
  readonly #session: ToolSession;
  readonly #clock: Clock;
  readonly #stop: AgentStop;
  readonly #spending: AgentSpending;
  readonly #watch = createRepetitionWatch();
  readonly #trackFiles = new Set<string>();
  #messages: readonly ModelMessage[];
  #lastText = "";
  #wasEmpty = false;
  #fruitlessTurns = 0;
  #leastTokens = 0;
  #compactAt: number;

  constructor(model: Model, options: RunAgentOptions) {
    const { runtime, within, prompt = "", messages = [], signal, timeoutMs } = options;
    const { compactAtTokens = DEFAULT_COMPACT_AT_TOKENS, maxSteps = DEFAULT_MAX_STEPS } = options;
    this.#model = model;
    this.#options = options;
    this.#session = options.session ?? within?.session ?? runtime.defaultSession;
    const clock = steadyClock(options.clock ?? systemClock);
    this.#clock = clock;
    this.#spending = new AgentSpending(maxSteps, options.maxTokens);
    this.#messages = prompt.length === 0 ? messages : [...messages, { role: "user", content: prompt }];
    this.#compactAt = compactAtTokens === false ? Number.POSITIVE_INFINITY : compactAtTokens;
    this.#stop = new AgentStop({ clock, signals: [signal, within?.signal], timeoutMs });
  }

  async run(): Promise<AgentResult> {
    const untie = this.#tieToSession();
    try {
      let ending: Ending | undefined;
      while (ending === undefined) ending = await this.#step();
      const result = this.#result(ending);
      this.#emit({ type: "end", result });
      return result;
    } finally {
      untie();
      this.#stop.close();
    }
  }

  /** Ends the agent when its session or runtime is disposed of. */
  #tieToSession(): () => void {
    try {
      return this.#session.onDispose?.(async () => this.#stop.stop("cancelled")) ?? (() => {});
    } catch (thrown) {
      ignoreRejection(thrown);
      this.#stop.stop("cancelled");
      return () => {};
    }
  }

  async #step(): Promise<Ending | undefined> {
    const { runtime, system = "", tools } = this.#options;
    if (this.#spending.isLastTurn) this.#add({ role: "user", content: LAST_TURN_NUDGE });
    await this.#compact();
    const offered = offeredTools(runtime, this.#session, tools);
    const requestTokens =
      estimateTextTokens(system) +
      estimateToolsTokens(offered.tools) +
      estimateMessagesTokens(this.#messages);
    // A conversation only grows, so it needs at least as many tokens as the provider counted last time.
    const over = this.#stopped() ?? this.#spending.end(Math.max(requestTokens, this.#leastTokens));
    if (over !== undefined) return over;
    this.#spending.steps += 1;
    this.#emit({ type: "step-start", step: this.#spending.steps });
    const reply = await this.#ask(offered, requestTokens);
    return "ended" in reply ? reply : this.#follow(reply, offered);
  }

  /** Gets one reply, or returns how the loop ends without one. */
  async #ask(offered: OfferedTools, requestTokens: number): Promise<UsableReply | Ending> {
    const { system, replyTimeoutMs = DEFAULT_REPLY_TIMEOUT_MS } = this.#options;
    const request = {
      ...(system !== undefined && { system }),
      // Copies: a model that changes the lists it gets changes nothing here.
      messages: this.#messages.map((message) => ({ ...message })),
      tools: [...offered.tools],
      ...textListener(this.#options),
    };
    const waiting = { signal: this.#stop.signal, timeoutMs: replyTimeoutMs, clock: this.#clock };
    const awaited = await awaitReply(this.#model, request, waiting);
    // A model that obeys its signal throws when the loop ends; one that ignores it may still answer.
    const stopped = this.#stopped();
    if (stopped !== undefined) return stopped;
    if (awaited.type === "threw") return modelThrew(awaited.thrown);
    if (awaited.type !== "answered") {
      return modelFailed(
        `The model did not answer within ${inSeconds(replyTimeoutMs)}. Try again later, or allow more time.`,
      );
    }
    const reply = readReply(awaited.reply);
    if (reply.type === "garbage") return modelFailed(reply.problem);
    const { text = "", toolCalls = [] } = reply.type === "reply" ? reply : {};
    const usage = this.#spending.count({ usage: reply.usage, requestTokens, text, toolCalls });
    this.#leastTokens = usage.inputTokens;
    this.#emit({ type: "model-reply", step: this.#spending.steps, text, toolCalls, usage });
    return reply;
  }

  #follow(reply: UsableReply, offered: OfferedTools): Ending | undefined | Promise<Ending | undefined> {
    if (reply.type === "empty") {
      if (this.#wasEmpty) return modelFailed("The model returned an empty reply twice in a row.");
      this.#wasEmpty = true;
      this.#add({ role: "user", content: EMPTY_NUDGE });
      return undefined;
    }
    this.#wasEmpty = false;
    const { text, toolCalls, raw, truncated } = reply;
    if (text.trim() !== "") this.#lastText = text;
    this.#add({ role: "assistant", text, toolCalls, ...(raw !== undefined && { raw }) });
    if (toolCalls.length > 0) return this.#carryOut(reply, offered);
    return truncated
      ? {
          ended: "max-tokens",
          problem:
            "Its answer was truncated at the maximum length of one reply. Ask for a shorter one, or let it continue.",
        }
      : { ended: "done" };
  }

  async #carryOut(reply: Reply, offered: OfferedTools): Promise<Ending | undefined> {
    const { toolCalls } = reply;
    const spent = this.#spending.end();
    const refusals = toolCalls.map((_call, index) =>
      spent === undefined
        ? refusalOf(reply, index, offered)
        : "The agent's budget was used up, so this call was not carried out.",
    );
    const results = await this.#results(toolCalls, refusals);
    this.#add({ role: "tool", results });
    this.#emit({ type: "results", step: this.#spending.steps, results });
    for (const { trackFiles = [] } of results) for (const path of trackFiles) this.#trackFiles.add(path);
    const over = this.#stopped() ?? spent;
    if (over !== undefined) return over;
    const blocked = results.filter(({ status }) => status === "blocked-on-user");
    if (blocked.length > 0) return blockedEnding(blocked);
    if (this.#watch.note(toolCalls, results)) return inCircles();
    const isFruitless = refusals.every((refusal) => refusal !== undefined);
    this.#fruitlessTurns = isFruitless ? this.#fruitlessTurns + 1 : 0;
    if (this.#fruitlessTurns < MAX_FRUITLESS_TURNS) return undefined;
    return inCircles(
      `None of its calls could be carried out in ${MAX_FRUITLESS_TURNS} turns in a row: they name tools that it does not have, or were truncated.`,
    );
  }

  /** Returns one result for each call, in order: that of its execution, or a refusal with the given message. */
  async #results(
    calls: readonly ToolCall[],
    refusals: readonly (string | undefined)[],
  ): Promise<readonly ToolResult[]> {
    const { runtime, within } = this.#options;
    const batch = calls.filter((_call, index) => refusals[index] === undefined);
    const execute = {
      session: this.#session,
      signal: this.#stop.signal,
      within,
    };
    const came = batch.length === 0 ? [] : await runtime.executeBatch(batch, execute);
    const left = [...came];
    return calls.map((call, index) => {
      const message = refusals[index];
      return message === undefined
        ? (left.shift() as ToolResult)
        : refusedResult(call, { message, at: this.#clock.now() });
    });
  }

  async #compact(): Promise<void> {
    const tokensBefore = estimateMessagesTokens(this.#messages);
    if (tokensBefore <= this.#compactAt) return;
    const { runtime, compactAtTokens = DEFAULT_COMPACT_AT_TOKENS } = this.#options;
    const limit = Number(compactAtTokens);
    const { messages, compacted } = await compactConversation(this.#messages, {
      // Half of the limit, so that the next turns need no compaction.
      maxTokens: Math.floor(limit / 2),
      limit,
      outputs: runtime.outputs(this.#session),
    });
    this.#messages = messages;
    const tokensAfter = estimateMessagesTokens(messages);
    this.#compactAt = Math.max(limit, tokensAfter * (1 + REGROWTH));
    if (compacted === 0) return;
    this.#leastTokens = 0;
    const step = this.#spending.steps + 1;
    this.#emit({ type: "compaction", step, compacted, tokensBefore, tokensAfter });
  }

  #stopped(): Ending | undefined {
    return stoppedEnding(this.#stop, this.#options.timeoutMs);
  }

  #result({ ended, problem, blocked }: Ending): AgentResult {
    const { steps, usage, estimated } = this.#spending;
    return {
      ended,
      text: this.#lastText,
      messages: this.#messages,
      steps,
      usage,
      ...(estimated && { usageEstimated: true }),
      trackFiles: [...this.#trackFiles],
      ...withoutUndefined({ problem, blocked }),
    };
  }

  #add(message: ModelMessage): void {
    this.#messages = [...this.#messages, message];
  }

  #emit(event: AgentEvent): void {
    // A listener cannot change the agent.
    quietly(() => this.#options.onEvent?.(event));
  }
}

/** Returns the message for the model why a call is not carried out. */
function refusalOf(
  { toolCalls, truncated }: Reply,
  index: number,
  offered: OfferedTools,
): string | undefined {
  if (truncated) {
    return "Your reply was truncated at its limit, so its calls may be incomplete and were not carried out. Make fewer or smaller calls in one reply.";
  }
  if (index >= MAX_CALLS_PER_TURN) {
    return `Only ${MAX_CALLS_PER_TURN} calls of one reply are carried out. Make this one again if it is still needed.`;
  }
  return offered.refusalOf(toolCalls[index] as ToolCall);
}
