import type Anthropic from "@anthropic-ai/sdk";
import type { Model } from "./agent-loop.js";

/** One turn of a script. */
export interface ScriptStep {
  /** What the results before this turn must contain; a script goes on only where a model would. */
  readonly sees?: readonly string[];
  readonly says: string;
  readonly calls?: readonly { readonly name: string; readonly input: Readonly<Record<string, unknown>> }[];
}

/** A model that needs no key and no network: it says its lines, and fails when the play goes another way. */
export class ScriptedModel {
  readonly #steps: readonly ScriptStep[];
  #taken = 0;

  constructor(steps: readonly ScriptStep[]) {
    this.#steps = steps;
  }

  readonly reply: Model = async ({ messages, tools }) => {
    const step = this.#steps[this.#taken];
    if (step === undefined) {
      throw new Error(`The script has ${this.#steps.length} steps, but the model was asked once more.`);
    }
    this.#taken += 1;
    const seen = textOf(messages.at(-1));
    const unseen = step.sees?.find((text) => !seen.includes(text));
    if (unseen !== undefined) {
      throw new Error(
        `Step ${this.#taken} of the script expected ${JSON.stringify(unseen)} in the results, but got:\n${seen}`,
      );
    }
    const calls = step.calls ?? [];
    const unknown = calls.find(({ name }) => !tools.some((tool) => tool.name === name));
    if (unknown !== undefined)
      throw new Error(`Step ${this.#taken} calls "${unknown.name}", which is not offered.`);
    return {
      content: [
        { type: "text", text: step.says, citations: null },
        ...calls.map(({ name, input }, index) => ({
          type: "tool_use" as const,
          id: `toolu_${this.#taken}_${index + 1}`,
          name,
          input,
          caller: { type: "direct" as const },
        })),
      ],
    };
  };

  /** Fails when the play ended before the script did. */
  assertComplete(): void {
    if (this.#taken === this.#steps.length) return;
    throw new Error(`The script has ${this.#steps.length} steps, but only ${this.#taken} were taken.`);
  }
}

function textOf(message: Anthropic.MessageParam | undefined): string {
  if (message === undefined) return "";
  if (typeof message.content === "string") return message.content;
  const texts = message.content.map((block) => {
    if (block.type === "text") return block.text;
    if (block.type !== "tool_result") return "";
    if (typeof block.content === "string") return block.content;
    return (block.content ?? []).map((part) => (part.type === "text" ? part.text : "")).join("\n");
  });
  return texts.join("\n");
}
