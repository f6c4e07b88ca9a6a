import { describe, expect, it } from "vitest";
import { aiSdkModel } from "../../src/adapters/ai-sdk/index.js";
import { anthropicModel } from "../../src/adapters/anthropic/index.js";
import { googleModel } from "../../src/adapters/google/index.js";
import { openaiModel } from "../../src/adapters/openai/index.js";
import type { Model } from "../../src/core.js";

/** Models whose clients resolve to whatever they are told. */
const providers: readonly [string, (answer: unknown) => Model][] = [
  [
    "Anthropic",
    (answer) => anthropicModel({ messages: { create: async () => answer } } as never, { model: "m" }),
  ],
  [
    "OpenAI responses",
    (answer) => openaiModel({ responses: { create: async () => answer } } as never, { model: "m" }),
  ],
  [
    "OpenAI chat",
    (answer) =>
      openaiModel({ chat: { completions: { create: async () => answer } } } as never, {
        model: "m",
        api: "chat",
      }),
  ],
  [
    "Google",
    (answer) => googleModel({ models: { generateContent: async () => answer } } as never, { model: "m" }),
  ],
  [
    "AI SDK",
    (answer) =>
      aiSdkModel({
        specificationVersion: "v2",
        provider: "p",
        modelId: "m",
        doGenerate: async () => answer,
      } as never),
  ],
];

const asked = (model: Model) =>
  model.generate({ messages: [], tools: [], signal: new AbortController().signal });

describe.each(providers)("a client of %s that is broken", (_name, modelThatAnswers) => {
  it.each([undefined, null, "text", 5, []])(
    "rejects in clear words when it resolves to %j",
    async (answer) => {
      await expect(asked(modelThatAnswers(answer))).rejects.toThrow(
        /returned no reply: its client resolved to/,
      );
    },
  );

  it("rejects with the words of an error that came as a reply", async () => {
    const answer = { error: { code: 529, message: "Overloaded." } };
    await expect(asked(modelThatAnswers(answer))).rejects.toThrow(/: Overloaded\.$/);
  });
});

describe.each(providers)("a client of %s with a reply of too many parts", (_name, modelThatAnswers) => {
  const reply = (parts: number) => {
    const list = Array.from({ length: parts }, (_, index) => ({ type: "text", text: `part ${index}` }));
    const candidates = [{ content: { parts: list } }];
    const choices = [{ message: { tool_calls: list } }];
    return { content: list, output: [{ type: "message", content: list }], candidates, choices };
  };

  it("rejects before it converts the parts", async () => {
    await expect(asked(modelThatAnswers(reply(10_001)))).rejects.toThrow(
      /: the reply has 10001 parts; the limit is 10000\.$/,
    );
  });

  it("accepts 10,000 parts", async () => {
    await expect(asked(modelThatAnswers(reply(10_000)))).resolves.toBeDefined();
  });
});

describe("a completion of OpenAI chat", () => {
  it("rejects a completion whose only choice is null", async () => {
    const [, modelThatAnswers] = providers[2] ?? [];
    await expect(asked(modelThatAnswers?.({ choices: [null] }) as Model)).rejects.toThrow(/has no choice/);
  });
});
