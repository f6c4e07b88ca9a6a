import type { ModelUsage, ToolCall } from "../../contract/index.js";
import type { Ending } from "./agent-ending.js";
import { estimateJsonTokens, estimateTextTokens } from "./estimate-tokens.js";

/** A reply with its token counts, or with the texts to estimate them from. */
export interface CountedReply {
  readonly usage?: ModelUsage | undefined;
  /** Estimated tokens of the request. */
  readonly requestTokens: number;
  readonly text: string;
  readonly toolCalls: readonly ToolCall[];
}

/** The turns and tokens that one agent has used, and their limits. */
export class AgentSpending {
  readonly maxSteps: number;
  readonly #maxTokens: number;
  steps = 0;
  usage: ModelUsage = { inputTokens: 0, outputTokens: 0 };
  estimated = false;

  constructor(maxSteps: number, maxTokens = Number.POSITIVE_INFINITY) {
    this.maxSteps = maxSteps;
    this.#maxTokens = maxTokens;
  }

  /** Whether the next turn is the last of several. */
  get isLastTurn(): boolean {
    return this.steps > 0 && this.steps + 1 === this.maxSteps;
  }

  /** Adds the usage of a reply; returns it, estimated if the provider did not count. */
  count({ usage, requestTokens, text, toolCalls }: CountedReply): ModelUsage {
    if (usage === undefined) this.estimated = true;
    const callTokens = toolCalls.length === 0 ? 0 : estimateJsonTokens(toolCalls);
    const taken = usage ?? {
      inputTokens: requestTokens,
      outputTokens: estimateTextTokens(text) + callTokens,
    };
    this.usage = {
      inputTokens: this.usage.inputTokens + taken.inputTokens,
      outputTokens: this.usage.outputTokens + taken.outputTokens,
    };
    return taken;
  }

  /**
   * Returns how the loop ends if its limits do not allow another turn with at least this many tokens; `undefined` if
   * they do.
   */
  end(requestTokens = 1): Ending | undefined {
    if (this.steps >= this.maxSteps) {
      const turns = this.maxSteps === 1 ? "its one turn" : `all of its ${this.maxSteps} turns`;
      const problem = `It used ${turns} before it had finished. Reduce the task or allow more turns.`;
      return { ended: "max-steps", problem };
    }
    const used = this.usage.inputTokens + this.usage.outputTokens;
    if (used + requestTokens <= this.#maxTokens) return undefined;
    const problem = `It used ${Math.round(used)} of its ${this.#maxTokens} tokens, which leaves too few for another turn. Reduce the task or allow more tokens.`;
    return { ended: "max-tokens", problem };
  }
}
