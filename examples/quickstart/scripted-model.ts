import type Anthropic from "@anthropic-ai/sdk";
import type { Model } from "./agent-loop.js";

/** One turn of a script. */
export interface ScriptStep {
  /** Texts that the results before this turn must contain; otherwise the script fails. */
  readonly sees?: readonly string[];
  readonly says: string;
  readonly calls?: readonly { readonly name: string; readonly input: Readonly<Record<string, unknown>> }[];
}

/** A model that needs no key and no network. It returns the turns of a script and fails if the results differ from the script. */
export class ScriptedModel {
  readonly #steps: readonly ScriptStep[];
  #taken = 0;

  constructor(steps: readonly ScriptStep[]) {
    this.#steps = steps;
  }

  readonly reply: Model = async ({ messages, tools }) => {
    const step = this.#steps[this.#taken];
    if (step === undefined) {
      throw new Error(`The script has ${this.#steps.length} steps, but the loop requested another one.`);
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

  /** Throws if the loop ended before the script did. */
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
