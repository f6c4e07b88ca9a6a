import type { ModelUsage, ToolCall } from "../../contract/index.js";
import type { Ending } from "./agent-ending.js";
import { estimateJsonTokens, estimateTextTokens } from "./estimate-tokens.js";

/** What a reply took, and what it is estimated by where the provider did not count. */
export interface CountedReply {
  readonly usage?: ModelUsage | undefined;
  /** Estimated tokens of the request. */
  readonly requestTokens: number;
  readonly text: string;
  readonly toolCalls: readonly ToolCall[];
}

/** The turns and tokens of one agent, and when they are spent. */
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

  /** Whether the turn that comes is the last of several. */
  get isLastTurn(): boolean {
    return this.steps > 0 && this.steps + 1 === this.maxSteps;
  }

  /** Adds what a reply took; gives it, estimated where the provider did not count. */
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

  /** How the loop ends because there is no room for another turn that takes so many tokens at the least; nothing while there is. */
  end(requestTokens = 1): Ending | undefined {
    if (this.steps >= this.maxSteps) {
      const turns = this.maxSteps === 1 ? "its one turn" : `all of its ${this.maxSteps} turns`;
      const problem = `It used ${turns} before it had finished. Give it less to do, or more turns.`;
      return { ended: "max-steps", problem };
    }
    const used = this.usage.inputTokens + this.usage.outputTokens;
    if (used + requestTokens <= this.#maxTokens) return undefined;
    const problem = `It used ${Math.round(used)} of its ${this.#maxTokens} tokens, which leaves too few for another turn. Give it less to do, or more tokens.`;
    return { ended: "max-tokens", problem };
  }
}
